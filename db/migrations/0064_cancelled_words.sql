-- One word for it, in what agents read of their messages. As before (0027) but for the reason.
create or replace function silence_notifications(p_booking uuid) returns void language sql as $$
  update notification set status = 'not_sent', reason = 'The showing was cancelled before this was sent'
  where booking_id = p_booking and status = 'queued' and attempts = 0
    and event in ('booked', 'approved', 'moved', 'reminder_day', 'reminder_hour');
$$;
update notification set reason = 'The showing was cancelled before this was sent'
where reason = 'The showing was called off before this was sent';
