-- If an edit of a property changes its address or who lives there, its showings ahead follow: the log says who lives there, we
-- print a new notice if someone does, and the next sweep looks whether the agent needs a reminder to serve it. A showing that
-- has started stays as it is.
-- The order of locks is the one of every booking: the property (our caller has it), the agent's setting (agent_time.sql), the
-- showings, and the log.
create or replace function follow_property() returns trigger language plpgsql as $$
declare
  b booking;
begin
  if occupant_of(old) = occupant_of(new) and (old.address_line1, old.unit_number, old.city, old.state, old.zip_code)
    is not distinct from (new.address_line1, new.unit_number, new.city, new.state, new.zip_code)
  then return null; end if;
  perform agent_travel(new.owner_id);
  for b in select * from booking where property_id = new.id and status in ('pending', 'confirmed') and not is_demo
    and starts_at > new.updated_at order by id for no key update
  loop
    -- A notice that went out stays as it was if no one lives there anymore.
    update booking set notice_edition = notice_edition + 1 where id = b.id and new.occupancy_status <> 'vacant';
    perform check_reminders(b.id, new.updated_at);
  end loop;
  perform pg_advisory_xact_lock(hashtextextended('compliance:' || new.id, 0));
  for b in select * from booking where property_id = new.id and status in ('pending', 'confirmed') and not is_demo
    and starts_at > new.updated_at order by id
  loop
    perform log_occupant(b, new.updated_at);
  end loop;
  return null;
end $$;

create or replace trigger property_followed after update on property for each row
  when (old.version <> new.version) execute function follow_property();
