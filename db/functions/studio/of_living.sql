create or replace trigger generation_of_living before insert on generation
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger image_of_living before insert on image
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger image_report_of_living before insert on image_report
  for each row execute function refuse_deleted_account('reporter_id');
create or replace trigger image_appeal_of_living before insert on image_appeal
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger age_confirmation_of_living before insert on age_confirmation
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger blocked_try_of_living before insert on blocked_try
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger subscription_of_living before insert on subscription
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger payment_of_living before insert on payment
  for each row when (new.account_id is not null) execute function refuse_deleted_account('account_id');
create or replace trigger follow_of_living before insert on follow
  for each row execute function refuse_deleted_account('follower_id');
