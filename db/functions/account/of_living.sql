create or replace trigger account_credential_of_living before insert on account_credential
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger account_passkey_of_living before insert on account_passkey
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger account_second_factor_of_living before insert on account_second_factor
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger profile_of_living before insert on profile
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger agent_profile_of_living before insert on agent_profile
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger archive_of_living before insert on archive
  for each row execute function refuse_deleted_account('account_id');
