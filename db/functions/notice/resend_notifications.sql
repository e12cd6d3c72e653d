-- Plans finished messages of one booking again, in one transaction with the job and the log.
-- p_messages: [{ id, send_id, recipient, cc }]; without recipient or cc, the same people get it. Returns how many it
-- planned. It skips unfinished messages, and a letter that its vendor has by now.
create or replace function resend_notifications(p_booking uuid, p_messages jsonb, p_by uuid, p_now timestamptz)
returns integer language plpgsql as $$
declare
  b booking;
  again jsonb;
begin
  select * into b from booking where id = p_booking;
  with renewed as (
    update notification n set status = 'queued', reason = null, logged_at = null, sent_at = null, attempts = 0,
      send_id = m.send_id, recipient = coalesce(m.recipient, n.recipient), cc = coalesce(m.cc, n.cc), queued_at = p_now, resends = n.resends + 1,
      provider_reference = null, tracking_number = null, carriage = null, carriage_code = null, carriage_reference = null,
      carried_at = null
    from jsonb_to_recordset(p_messages) as m(id uuid, send_id uuid, recipient jsonb, cc text[])
    where n.id = m.id and n.booking_id = p_booking and n.logged_at is not null
      and (n.channel <> 'certified_mail' or n.status <> 'sent')
    returning n.event, n.channel, n.role)
  select jsonb_agg(jsonb_build_object('event', event, 'channel', channel, 'role', role)) into again from renewed;
  if again is null then return 0; end if;
  perform graphile_worker.add_job('notification.deliver', json_build_object('bookingId', p_booking), max_attempts => 13);
  perform append_compliance(b.property_id, b.id, 'resent', p_now, jsonb_build_object('messages', again, 'by', p_by)::text);
  return jsonb_array_length(again);
end $$;
