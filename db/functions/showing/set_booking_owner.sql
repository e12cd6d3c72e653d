-- A hold that was asked for while its home was being deleted, or given another zone, finds no slot: the lock waits for
-- whoever holds the home's row, and reads what became of it.
create or replace function set_booking_owner() returns trigger language plpgsql as $$
declare
  home record;
begin
  select owner_id, deleted_at, time_zone into home from property where id = new.property_id for key share;
  if new.status = 'held' and (home.deleted_at is not null or home.time_zone <> new.time_zone) then return null; end if;
  new.owner_id := home.owner_id;
  return new;
end $$;

create or replace trigger booking_owner before insert on booking for each row execute function set_booking_owner();
