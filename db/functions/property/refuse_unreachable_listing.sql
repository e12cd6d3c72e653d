-- Refuses to list a property whose agent cannot be reached. The lock waits for a suspension or deletion of the account.
create or replace function refuse_unreachable_listing() returns trigger language plpgsql as $$
begin
  perform from account where id = new.owner_id for key share;
  if not exists (select from contact_of(new) c where c.agent_email is not null or c.agent_phone is not null) then
    raise exception 'the agent cannot be reached' using errcode = 'check_violation', constraint = 'property_listed_is_reachable';
  end if;
  return new;
end $$;

-- This fires after `property_of_living`, because triggers fire in the order of their names.
create or replace trigger property_reachable_when_added before insert on property for each row
  when (new.status = 'listed' and new.deleted_at is null) execute function refuse_unreachable_listing();
create or replace trigger property_reachable_when_listed before update on property for each row
  when (new.status = 'listed' and new.deleted_at is null and (old.status <> 'listed' or old.deleted_at is not null))
  execute function refuse_unreachable_listing();
