-- Plans the due reminders of a booking that is unchanged since the caller read it, with their job, and sets the next check.
-- p: round and remind_at (as read), next_at, events, notifications. Returns whether the booking was unchanged.
create or replace function plan_reminders(p_booking uuid, p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b booking;
  planned text[];
begin
  select * into b from booking where id = p_booking for no key update;
  if b.status <> 'confirmed' or b.calendar_sequence <> (p ->> 'round')::integer
    or date_trunc('milliseconds', b.remind_at) is distinct from (p ->> 'remind_at')::timestamptz
  then return false; end if;
  update booking set remind_at = (p ->> 'next_at')::timestamptz where id = b.id;
  with fresh as (
    insert into reminder (booking_id, round, event, planned_at)
      select b.id, b.calendar_sequence, event, p_now from jsonb_array_elements_text(p -> 'events') as event
    on conflict do nothing returning event)
  select array_agg(event) into planned from fresh;
  perform plan_notifications(b.id,
    (select jsonb_agg(n) from jsonb_array_elements(p -> 'notifications') n where n ->> 'event' = any(planned)), p_now)
    where planned is not null;
  return true;
end $$;
