-- Turns a paid hold into a booking, with its money, log entry, messages and job, or marks the money to go back.
-- Called by the browser, the webhook and the reconciler alike, any number of times, in any order.
-- p: provider_status (succeeded | requires_capture), amount_cents, confirmation_number, decision_due_at,
--    revision (of the payment, as it was read), may_retake (is the start still ahead and the home still listed), payload (text), notifications (array).
create or replace function settle_booking(p_intent text, p jsonb, p_now timestamptz)
returns table (outcome text, booking_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  b booking;
  pay payment;
  authorized boolean := p ->> 'provider_status' = 'requires_capture';
begin
  select * into pay from payment where intent_id = p_intent;
  if not found then return; end if;
  select * into b from booking where id = pay.booking_id for update;
  select * into pay from payment where id = pay.id for update;

  if b.status not in ('held', 'lapsed') then
    return query select 'booked', b.id; return;
  end if;
  if pay.status in ('refund_due', 'refunded') then
    return query select pay.status, b.id; return;
  end if;

  if (p ->> 'revision')::integer <> pay.revision then
    return query select 'changed', b.id; return;
  end if;

  if (p ->> 'amount_cents')::integer <> pay.amount_cents then
    update booking set status = 'lapsed', updated_at = p_now where id = b.id;
    update payment set status = 'refund_due', paid_cents = (p ->> 'amount_cents')::integer, paid_at = p_now, updated_at = p_now where id = pay.id;
    return query select 'refund_due', b.id; return;
  end if;

  begin
    if b.status = 'lapsed' then
      if not (p ->> 'may_retake')::boolean then
        raise exclusion_violation;
      end if;
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
    update payment set status = 'refund_due', paid_cents = pay.amount_cents, paid_at = p_now, updated_at = p_now where id = pay.id;
    return query select 'refund_due', b.id; return;
  end;

  update payment set status = case when authorized then 'authorized' else 'succeeded' end, paid_cents = pay.amount_cents, paid_at = p_now, updated_at = p_now
    where id = pay.id;
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    values (pay.id, case when authorized then 'authorize' else 'charge' end, pay.amount_cents, p_intent, p_now);
  insert into notification (id, booking_id, event, channel, role, recipient, cc, status, reason, created_at)
    select n.id, b.id, n.event, n.channel, n.role, n.recipient,
      coalesce(array(select jsonb_array_elements_text(n.cc)), '{}'), n.status, n.reason, p_now
    from jsonb_to_recordset(p -> 'notifications')
      as n(id uuid, event text, channel text, role text, recipient jsonb, cc jsonb, status text, reason text);
  -- A key of its own makes it the shorter of the queue's two ways in; it is enqueued once in any case.
  perform graphile_worker.add_job('notification.deliver', json_build_object('bookingId', b.id), max_attempts => 13,
    job_key => 'booked:' || b.id, job_key_mode => 'unsafe_dedupe');
  perform append_compliance(b.property_id, b.id, 'booked', p_now, p ->> 'payload');
  return query select 'settled', b.id;
end $$;
