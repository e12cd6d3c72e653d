-- Plans messages of a booking as it is now, with their job.
create or replace function plan_notifications(p_booking uuid, p_rows jsonb, p_now timestamptz) returns void language plpgsql as $$
begin
  insert into notification (id, booking_id, round, event, channel, role, recipient, cc, status, reason, created_at)
    select n.id, b.id, b.calendar_sequence, n.event, n.channel, n.role, n.recipient,
      coalesce(array(select jsonb_array_elements_text(n.cc)), '{}'), n.status, n.reason, p_now
    from booking b, jsonb_to_recordset(p_rows)
      as n(id uuid, event text, channel text, role text, recipient jsonb, cc jsonb, status text, reason text)
    where b.id = p_booking;
  if found then
    perform graphile_worker.add_job('notification.deliver', json_build_object('bookingId', p_booking), max_attempts => 13);
  end if;
end $$;
