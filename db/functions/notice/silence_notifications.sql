-- Stops all unsent messages of a cancelled showing, including reminders. A message with an earlier try may have arrived, so
-- the next sender checks first.
create or replace function silence_notifications(p_booking uuid) returns void language sql as $$
  update notification set status = 'not_sent', reason = 'The showing was canceled before this was sent'
  where booking_id = p_booking and status = 'queued' and attempts = 0
    and (event in ('booked', 'approved', 'moved', 'running_late', 'move_proposed') or starts_with(event, 'reminder_'));
$$;
