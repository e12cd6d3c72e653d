-- Every page of the account's properties shows the contact.
create or replace function record_contact_event() returns trigger language plpgsql as $$
declare
  whose uuid := coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0];
begin
  perform record_event('property.contact_changed', p.id) from property p where p.owner_id = whose and p.deleted_at is null;
  return null;
end $$;

create or replace trigger agent_profile_changed after insert or update or delete on agent_profile
  for each row execute function record_contact_event('account_id');
create or replace trigger suspension_changed after insert or delete on suspension
  for each row execute function record_contact_event('account_id');
create or replace trigger account_contact_changed after update of name, email, deleted_at on account for each row
  when ((old.name, old.email, old.deleted_at) is distinct from (new.name, new.email, new.deleted_at))
  execute function record_contact_event('id');
