-- Records that another person now gives the showing. The agent's open pages reload. The property's free times do not
-- change.
create or replace function record_shown_by_event() returns trigger language plpgsql as $$
begin
  perform record_event('booking.reassigned', new.id,
    jsonb_build_object('property', new.property_id, 'moves_slots', false, 'owner', new.owner_id));
  return null;
end $$;

create or replace trigger booking_reassigned after update of shown_by on booking for each row
  when (old.shown_by is distinct from new.shown_by) execute function record_shown_by_event();
