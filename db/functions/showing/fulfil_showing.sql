-- Makes a booking of a paid hold, with its log entry, messages and job. Called by settle_order, which has locked both rows.
-- Answers whether it is booked: not when the amount is another one, or somebody else has the slot.
-- p: provider_status, confirmation_number, decision_due_at, may_retake (is the start still ahead and the property still listed),
--    payload (text), notifications (array).
create or replace function fulfil_showing(pay payment, is_exact boolean, p jsonb, p_now timestamptz) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare
  b booking;
  authorized boolean := p ->> 'provider_status' = 'requires_capture';
begin
  if not is_exact then
    update booking set status = 'lapsed', updated_at = p_now where id = pay.booking_id;
    return false;
  end if;
  select * into b from booking where id = pay.booking_id;
  begin
    if b.status = 'lapsed' then
      if not (p ->> 'may_retake')::boolean then
        raise exclusion_violation;
      end if;
      if not b.is_demo then perform enter_agent_time(b.owner_id); end if;
      update booking set status = 'lapsed', updated_at = p_now
        where property_id = b.property_id and status = 'held' and hold_expires_at <= p_now and during && b.during;
    end if;
    update booking set
      status = case when authorized then 'pending' else 'confirmed' end,
      confirmation_number = p ->> 'confirmation_number',
      decision_due_at = case when authorized then (p ->> 'decision_due_at')::timestamptz end,
      booked_at = p_now, updated_at = p_now
    where id = b.id;
  exception when exclusion_violation then
    return false;
  end;

  insert into notification (id, booking_id, event, channel, role, recipient, cc, status, reason, created_at)
    select n.id, b.id, n.event, n.channel, n.role, n.recipient,
      coalesce(array(select jsonb_array_elements_text(n.cc)), '{}'), n.status, n.reason, p_now
    from jsonb_to_recordset(p -> 'notifications')
      as n(id uuid, event text, channel text, role text, recipient jsonb, cc jsonb, status text, reason text);
  -- A key of its own makes it the shorter of the queue's two ways in; it is enqueued once in any case.
  perform graphile_worker.add_job('notification.deliver', json_build_object('bookingId', b.id), max_attempts => 13,
    job_key => 'booked:' || b.id, job_key_mode => 'unsafe_dedupe');
  perform append_compliance(b.property_id, b.id, 'booked', p_now, p ->> 'payload');
  return true;
end $$;
