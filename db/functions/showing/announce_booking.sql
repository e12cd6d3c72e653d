-- Adds what every new booking needs: its messages, the job that sends them, and its log entry.
-- p: notifications (array; due_at: the earliest time to send, absent: now), payload (text).
create or replace function announce_booking(b booking, p jsonb, p_now timestamptz) returns void language plpgsql as $$
begin
  insert into notification (id, booking_id, event, channel, role, recipient, cc, status, reason, created_at, due_at)
    select n.id, b.id, n.event, n.channel, n.role, n.recipient,
      coalesce(array(select jsonb_array_elements_text(n.cc)), '{}'), n.status, n.reason, p_now, n.due_at
    from jsonb_to_recordset(p -> 'notifications')
      as n(id uuid, event text, channel text, role text, recipient jsonb, cc jsonb, status text, reason text, due_at timestamptz);
  -- With a unique key, the queue uses the shorter of its two insert paths. We enqueue the job only once anyway.
  perform graphile_worker.add_job('notification.deliver', json_build_object('bookingId', b.id), max_attempts => 13,
    job_key => 'booked:' || b.id, job_key_mode => 'unsafe_dedupe');
  perform append_compliance(b.property_id, b.id, 'booked', p_now, p ->> 'payload');
  -- Who lives there may have changed after the caller read it. A demo's messages go where its visitor says.
  if not b.is_demo then perform log_occupant(b, p_now); end if;
end $$;
