create or replace trigger calendar_feed_of_living before insert on calendar_feed
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger buyer_note_of_living before insert on buyer_note
  for each row execute function refuse_deleted_account('account_id');
