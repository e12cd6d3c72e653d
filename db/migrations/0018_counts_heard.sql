-- A hold that becomes a booking blocks what it blocked before, but it counts now: the share page says how many there are.
create function notify_bookings_counted() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'counts:' || new.property_id);
  return null;
end $$;
create trigger booking_counts_changed after update of status on booking for each row
  when ((old.status in ('held', 'lapsed', 'cancelled', 'declined')) is distinct from
        (new.status in ('held', 'lapsed', 'cancelled', 'declined')))
  execute function notify_bookings_counted();

-- A response time is that of the request. A showing that was moved waits for its agent anew, long after it was booked.
create or replace function set_decided_at() returns trigger language plpgsql as $$
begin
  if old.calendar_sequence = 0 and (new.status = 'confirmed' or new.updated_at < old.decision_due_at) then
    new.decided_at := new.updated_at;
  end if;
  return new;
end $$;
