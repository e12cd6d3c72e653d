-- Records and logs the results of a booking's messages in one step. Two deliveries may overlap: this call skips what the
-- other one logged, and its log entry names only what this call finished.
-- - A letter and its showing change one after the other. If the showing was cancelled or moved before the vendor took the
--   letter, a job recalls the letter. If the showing changes later, its own job does.
-- - Only the latest try ends or delays a message (`attempts`): a slow sender does not disturb the next one.
-- - A message that went out counts as sent, even if we recorded a failure before.
-- p_results: [{ id, status, reference, reason, message, subject, words }]; message: its entry in the log, null until it
-- is final; subject, words: the text that the buyer got, null if nobody reads it again.
create or replace function record_delivery(p_property uuid, p_booking uuid, p_results jsonb, p_now timestamptz)
returns void language plpgsql as $$
declare
  b booking;
  told jsonb;
  sent_letters integer[];
begin
  -- The booking first, as in move_booking: no deadlock.
  if exists (select from notification where booking_id = p_booking and channel = 'certified_mail') then
    select * into b from booking where id = p_booking for share;
  end if;
  perform from notification where booking_id = p_booking and id in (
    select r.id from jsonb_to_recordset(p_results) as r(id uuid)) order by id for update;
  with finished as (
    update notification n set
      status = r.status, provider_reference = coalesce(r.reference, n.provider_reference), reason = r.reason,
      tracking_number = coalesce(r.tracking_number, n.tracking_number),
      subject = coalesce(r.subject, n.subject), words = coalesce(r.words, n.words),
      sent_at = case when r.status = 'sent' then p_now end,
      logged_at = case when r.message is not null then p_now end
    from jsonb_to_recordset(p_results)
      as r(id uuid, send_id uuid, attempts integer, status text, reference text, tracking_number text, reason text, message jsonb,
        subject text, words text)
    where n.id = r.id and n.booking_id = p_booking
      -- Unless a new send was requested since.
      and coalesce(n.send_id, n.id) = coalesce(r.send_id, r.id)
      and case when n.logged_at is null then r.status = 'sent' or n.attempts = r.attempts
        else r.status = 'sent' and n.status <> 'sent' end
    returning n.id, n.channel, n.round, n.status, r.message)
  select jsonb_agg(message order by id) filter (where message is not null),
    array_agg(round) filter (where channel = 'certified_mail' and status = 'sent') into told, sent_letters from finished;
  if told is not null then
    perform append_compliance(p_property, p_booking, 'notified', p_now, jsonb_build_object('messages', told)::text);
  end if;
  if sent_letters is not null and (b.status in ('cancelled', 'declined') or b.calendar_sequence > any(sent_letters)) then
    perform graphile_worker.add_job('letter.take-back', json_build_object('bookingId', p_booking), max_attempts => 3);
  end if;
end $$;
