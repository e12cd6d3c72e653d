-- If an account's email changes, the contacts that repeat it follow: those of its properties, and its showing profile.
-- Otherwise buyers' data would still go to the earlier mailbox. Buyers may still write about a property that is deleted.
create or replace function follow_account_email() returns trigger language plpgsql as $$
begin
  update agent_profile set agent_email = new.email, updated_at = new.updated_at
  where account_id = new.id and lower(agent_email) = old.email;
  update property set agent_email = new.email, version = version + 1, updated_at = new.updated_at
  where owner_id = new.id and lower(agent_email) = old.email;
  return null;
end $$;

create or replace trigger account_email_followed after update of email on account for each row
  when (old.email <> new.email and new.deleted_at is null) execute function follow_account_email();
