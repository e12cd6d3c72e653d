-- Stops the unsent messages that a canceled or declined showing makes untrue: announcements, reminders, a late agent,
-- and a proposed time (`announcesShowing` lists the same). A message with an earlier try may have arrived, so the next
-- sender checks first. We lock in the order in which senders do; otherwise, the two could wait for each other.
create or replace function cancel_queued_messages(p_booking uuid) returns void language sql as $$
  with unsent as (
    select id from notification
    where booking_id = p_booking and status = 'queued' and attempts = 0
      and (event in ('booked', 'approved', 'moved', 'running_late', 'move_proposed') or starts_with(event, 'reminder_'))
    order by id for update)
  update notification n set status = 'not_sent', reason = 'The showing was canceled before this was sent'
  from unsent where n.id = unsent.id;
$$;
