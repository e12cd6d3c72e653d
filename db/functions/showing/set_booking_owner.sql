-- A hold gets no slot if someone deletes the property or changes its time zone at the same moment: the lock waits for
-- the other transaction, and then we read its result. A booking takes its agent's own time from the beginning, and a
-- hold cannot take a time that the agent blocked out. No one can hold a slot of a suspended agent: a suspension waits
-- for holds that are being made and ends them (end_holds_of.sql), and later holds wait for the suspension.
create or replace function set_booking_owner() returns trigger language plpgsql as $$
declare
  home record;
begin
  select owner_id, deleted_at, time_zone into home from property where id = new.property_id for key share;
  if new.status = 'held' and (home.deleted_at is not null or home.time_zone <> new.time_zone) then return null; end if;
  new.owner_id := home.owner_id;
  -- A demo takes no time, but a suspension waits for it, too.
  if not new.is_demo then new.travel_minutes := enter_agent_time(new.owner_id);
  elsif not is_product_property(new.property_id) then perform agent_travel(new.owner_id); end if;
  if new.status = 'held' and not is_product_property(new.property_id)
    and exists (select from suspension where account_id = new.owner_id)
  then return null; end if;
  if not new.is_demo then
    if new.status = 'held' and new.shown_by is null and is_blocked_out(new) then return null; end if;
    if new.travel_minutes is not null and new.shown_by is null then perform lapse_agent_holds(new, new.created_at); end if;
  end if;
  return new;
end $$;

create or replace trigger booking_owner before insert on booking for each row execute function set_booking_owner();
