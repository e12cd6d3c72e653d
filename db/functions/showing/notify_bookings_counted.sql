-- A hold that becomes a booking blocks what it blocked before, but it counts now: the share page says how many there are.
create or replace function notify_bookings_counted() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'counts:' || new.property_id);
  return null;
end $$;

create or replace trigger booking_counts_changed after update of status on booking for each row
  when ((old.status in ('held', 'lapsed', 'cancelled', 'declined')) is distinct from
        (new.status in ('held', 'lapsed', 'cancelled', 'declined')))
  execute function notify_bookings_counted();
