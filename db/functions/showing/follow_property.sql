-- If an edit of a property changes who lives there, its showings ahead follow: the log says who lives there, and the next
-- sweep looks whether the agent needs a reminder to serve the notice. A showing that has started stays as it is.
-- The order of locks is the one of every booking: the property (our caller has it), the agent's setting (agent_time.sql), the
-- showings, and the log.
create or replace function follow_property() returns trigger language plpgsql as $$
declare
  b booking;
begin
  if occupant_of(old) = occupant_of(new) then return null; end if;
  perform agent_travel(new.owner_id);
  for b in select * from booking where property_id = new.id and status in ('pending', 'confirmed') and not is_demo
    and starts_at > new.updated_at order by id for no key update
  loop
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
