-- Each of the three counting triggers takes the lock of the log's writers (append_compliance) before it writes. This
-- fixed order prevents deadlocks. The three repeat this code instead of sharing a function, because every booking runs
-- them.
create or replace function count_booking() returns trigger language plpgsql as $$
declare
  is_new boolean := tg_op = 'INSERT' or old.status in ('held', 'lapsed');
  was_off boolean := not is_new and old.status in ('cancelled', 'declined');
begin
  perform pg_advisory_xact_lock(hashtextextended('compliance:' || new.property_id, 0));
  insert into property_month as m (property_id, owner_id, month, booked, cancelled)
    values (new.property_id, new.owner_id, date_trunc('month', coalesce(new.booked_at, new.updated_at) at time zone new.time_zone)::date,
      is_new::integer, (new.status in ('cancelled', 'declined'))::integer - was_off::integer)
  on conflict (property_id, month) do update set booked = m.booked + excluded.booked, cancelled = m.cancelled + excluded.cancelled;
  return null;
end $$;

create or replace trigger booking_counted after update of status on booking for each row
  when (not new.is_demo and new.status not in ('held', 'lapsed')
    and (old.status in ('held', 'lapsed') or (old.status in ('cancelled', 'declined')) <> (new.status in ('cancelled', 'declined'))))
  execute function count_booking();
create or replace trigger booking_counted_at_once after insert on booking for each row
  when (not new.is_demo and new.status not in ('held', 'lapsed')) execute function count_booking();
