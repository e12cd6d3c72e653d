-- The hot writes, one call each (a dozen round trips cost three times as much).

-- Keeps a slot for ten minutes, or says why not. Rules: decisions.md sections 4 and 11.
-- p_booking: the columns of booking; p_payment: id, provider, capture.
create function hold_slot(p_booking jsonb, p_payment jsonb, p_now timestamptz)
returns table (
  outcome text, booking_id uuid, manage_token text, hold_expires_at timestamptz,
  payment_id uuid, intent_id text, client_secret text, amount_cents integer, revision integer
) language plpgsql as $$
#variable_conflict use_column
declare
  r booking := jsonb_populate_record(null::booking, p_booking);
  folded text := lower(r.buyer_email);
  digits text := right(regexp_replace(r.buyer_phone, '\D', '', 'g'), 10);
begin
  -- One person or address at a time, so that the counts below hold. Taken in one order: no deadlock.
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended(v, 0) as k
    from unnest(array['email:' || folded, 'phone:' || digits, 'address:' || r.client_address]) v order by k) locks;

  -- Expired holds go first, in this transaction: the constraint's predicate cannot read the clock.
  update booking set status = 'lapsed', updated_at = p_now
    where property_id = r.property_id and status = 'held' and hold_expires_at <= p_now and during && r.during;

  -- The same buyer asking again for the same start has the same hold. An e-mail is no secret: the telephone or the place
  -- must be the same too, or anybody who knows it could take the hold over. With "during" an index finds it.
  return query
    select 'mine', b.id, b.manage_token, b.hold_expires_at, p.id, p.intent_id, p.client_secret, p.amount_cents, p.revision
    from booking b join payment p on p.booking_id = b.id
    where b.property_id = r.property_id and b.status = 'held' and b.email_folded = folded and b.starts_at = r.starts_at
      and b.during && r.during and (b.phone_digits = digits or b.client_address = r.client_address)
    for update of b, p;
  if found then return; end if;

  if (select count(*) from booking where status = 'held' and email_folded = folded and hold_expires_at > p_now) >= 3
    or (select count(*) from booking where status = 'held' and phone_digits = digits and hold_expires_at > p_now) >= 3
    or (select count(*) from booking where status = 'held' and client_address = r.client_address and hold_expires_at > p_now) >= 10
  then
    return query select 'too_many', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer;
    return;
  end if;

  -- "do nothing" inserts speculatively: rivals wait for one another without a deadlock.
  insert into booking (
    id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at,
    requester_type, buyer_name, buyer_email, buyer_phone, buyer_agent_name, buyer_agent_email, buyer_agent_phone,
    mail_upgrade, special_requests, client_address, amount_cents, manage_token, notice_token, is_demo, created_at, updated_at)
  values (
    r.id, r.property_id, 'held', r.starts_at, r.ends_at, r.during, r.showing_date, r.showing_time, r.time_zone, r.hold_expires_at,
    r.requester_type, r.buyer_name, r.buyer_email, r.buyer_phone, r.buyer_agent_name, r.buyer_agent_email, r.buyer_agent_phone,
    r.mail_upgrade, r.special_requests, r.client_address, r.amount_cents, r.manage_token, r.notice_token, r.is_demo, p_now, p_now)
  on conflict do nothing;
  if not found then
    return query select 'taken', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer;
    return;
  end if;

  insert into payment (id, booking_id, provider, amount_cents, capture, status, created_at, updated_at)
  values ((p_payment ->> 'id')::uuid, r.id, p_payment ->> 'provider', r.amount_cents, p_payment ->> 'capture', 'opening', p_now, p_now);

  return query select 'held', r.id, r.manage_token, r.hold_expires_at,
    (p_payment ->> 'id')::uuid, null::text, null::text, r.amount_cents, 0;
end $$;

-- Brings a live hold's details and price up to date. The new revision; null when it is not as the caller read it any more.
create function renew_hold(p_booking uuid, p_revision integer, p_form jsonb, p_amount_cents integer, p_now timestamptz)
returns integer language plpgsql as $$
declare
  b booking;
  f booking;
  pay payment;
begin
  select * into b from booking where id = p_booking for update;
  select * into pay from payment where booking_id = p_booking for update;
  if b.status <> 'held' or pay.status not in ('opening', 'open') or pay.revision <> p_revision then return null; end if;
  f := jsonb_populate_record(b, p_form);
  if f is not distinct from b and pay.amount_cents = p_amount_cents then return pay.revision; end if;
  update booking set
    requester_type = f.requester_type, buyer_name = f.buyer_name, buyer_phone = f.buyer_phone,
    buyer_agent_name = f.buyer_agent_name, buyer_agent_email = f.buyer_agent_email, buyer_agent_phone = f.buyer_agent_phone,
    mail_upgrade = f.mail_upgrade, special_requests = f.special_requests, amount_cents = p_amount_cents, updated_at = p_now
  where id = b.id;
  update payment set amount_cents = p_amount_cents, revision = revision + 1, updated_at = p_now where id = pay.id;
  return pay.revision + 1;
end $$;

-- Ends a hold that no money will come for, unless it is not as the caller read it any more.
-- p_is_over: its intent is cancelled, or there was never one; otherwise the reconciler still watches the payment.
create function release_hold(p_booking uuid, p_revision integer, p_intent text, p_is_over boolean, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  perform 1 from booking where id = p_booking for update;
  update payment set status = case when p_is_over then 'cancelled' else status end, revision = revision + 1, updated_at = p_now
    where booking_id = p_booking and revision = p_revision and intent_id is not distinct from p_intent and status in ('opening', 'open');
  if not found then return false; end if;
  update booking set status = 'lapsed', updated_at = p_now where id = p_booking and status = 'held';
  return true;
end $$;

-- Turns a paid hold into a booking, with its money, log entry, messages and job, or marks the money to go back.
-- Called by the browser, the webhook and the reconciler alike, any number of times, in any order.
-- p: provider_status (succeeded | requires_capture), amount_cents, confirmation_number, decision_due_at,
--    revision (of the payment, as it was read), may_retake (is the start still ahead and the home still listed), payload (text), notifications (array).
create function settle_booking(p_intent text, p jsonb, p_now timestamptz)
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
