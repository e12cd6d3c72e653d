-- Plans messages about a booking in its current state, with their job. due_at: the earliest time to send; absent: now.
-- Callers read the booking before they locked it, and its buyer may have corrected their email in the meantime.
create or replace function plan_notifications(p_booking uuid, p_rows jsonb, p_now timestamptz) returns void language plpgsql as $$
begin
  insert into notification (id, booking_id, round, event, turn, channel, role, recipient, cc, status, reason, created_at,
      thread_message_id, due_at)
    select n.id, b.id, b.calendar_sequence, n.event, coalesce(n.turn, 0), n.channel, n.role, r.recipient,
      copies_without(array(select jsonb_array_elements_text(n.cc)), r.recipient #>> '{}'), n.status, n.reason, p_now,
      n.thread_message_id, n.due_at
    from booking b, jsonb_to_recordset(p_rows)
      as n(id uuid, event text, turn integer, channel text, role text, recipient jsonb, cc jsonb, status text, reason text,
        thread_message_id uuid, due_at timestamptz),
      lateral (select case when n.channel = 'email' and n.role = 'buyer' and n.event <> 'email_changed'
        and not is_product_property(b.property_id) then to_jsonb(b.buyer_email) else n.recipient end as recipient) r
    where b.id = p_booking;
  if found then
    perform graphile_worker.add_job('notification.deliver', json_build_object('bookingId', p_booking), max_attempts => 13);
  end if;
end $$;
