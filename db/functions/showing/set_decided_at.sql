-- The response time counts only the first request. A rescheduled showing waits for its agent again, long after the
-- booking.
create or replace function set_decided_at() returns trigger language plpgsql as $$
begin
  if old.calendar_sequence = 0 and (new.status = 'confirmed' or new.updated_at < old.decision_due_at) then
    new.decided_at := new.updated_at;
  end if;
  return new;
end $$;

create or replace trigger booking_decided before update of status on booking for each row
  when (old.status = 'pending' and new.status in ('confirmed', 'declined')) execute function set_decided_at();
