-- Records a booking's changes as events, and which of them the agent's recent activity shows. moves_slots: free times
-- changed. A hold's event names no owner, so it drops kept pages but does not reload dashboards.
create or replace function record_booking_event() returns trigger language plpgsql as $$
declare
  is_new boolean := tg_op = 'INSERT' or old.status in ('held', 'lapsed');
  moves_slots boolean := tg_op = 'INSERT' or old.during is distinct from new.during
    or (old.status in ('held', 'pending', 'confirmed', 'completed', 'no_show'))
      is distinct from (new.status in ('held', 'pending', 'confirmed', 'completed', 'no_show'));
  name text := case
    when new.status = 'held' then 'booking.held'
    when new.status = 'lapsed' then 'booking.lapsed'
    when is_new and new.status = 'pending' then 'booking.requested'
    when is_new then 'booking.confirmed'
    when old.status = new.status or new.status = 'pending' then 'booking.rescheduled'
    else case new.status when 'confirmed' then 'booking.approved' when 'declined' then 'booking.declined'
      when 'completed' then 'booking.completed' when 'no_show' then 'booking.no_show' when 'cancelled' then 'booking.cancelled' end
  end;
begin
  if new.status in ('held', 'lapsed') then
    perform record_event(name, new.id, jsonb_build_object('property', new.property_id, 'moves_slots', moves_slots));
    return null;
  end if;
  perform record_event(name, new.id,
    jsonb_build_object('property', new.property_id, 'moves_slots', moves_slots, 'owner', new.owner_id));
  if not new.is_demo then
    insert into activity (owner_id, property_id, booking_id, kind, at) values (new.owner_id, new.property_id, new.id,
      case name when 'booking.confirmed' then 'booked' when 'booking.rescheduled' then 'moved' else split_part(name, '.', 2) end,
      new.updated_at);
  end if;
  return null;
end $$;

create or replace trigger booking_begun after insert on booking for each row execute function record_booking_event();
create or replace trigger booking_changed after update on booking for each row
  when ((old.status, old.starts_at, old.during) is distinct from (new.status, new.starts_at, new.during))
  execute function record_booking_event();
