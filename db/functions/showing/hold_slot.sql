-- Holds a slot for ten minutes, or returns why it cannot. It compares phones by E.164 (decision 0046). The phone or the
-- hold's secret proves that a hold belongs to the caller. The IP address proves nothing (decision 0042). A hold that an
-- agent makes for a visitor (booked_by) is always a separate one. An empty email or phone identifies no one (decision
-- 0073).
-- p_booking: the columns of booking.
-- p_payment: id, provider, capture, and, for the embedded provider, intent_id, client_secret, and idempotency_key of
-- the intent that it opens together with the hold. Any other provider opens its intent after this call.
create or replace function hold_slot(p_booking jsonb, p_payment jsonb, p_now timestamptz)
returns table (
  outcome text, booking_id uuid, manage_token text, hold_expires_at timestamptz,
  payment_id uuid, intent_id text, client_secret text, amount_cents integer, revision integer
) language plpgsql as $$
#variable_conflict use_column
declare
  r booking := jsonb_populate_record(null::booking, p_booking);
  folded text := nullif(lower(r.buyer_email), '');
  phone text := nullif(coalesce(r.buyer_phone_e164, r.buyer_phone), '');
  address text := nullif(r.client_address, '');
  -- We compare hashes, so that the duration of the comparison reveals nothing about the secret.
  own_secret bytea := sha256(convert_to(p_booking ->> 'client_secret', 'UTF8'));
  pay payment;
  agent uuid := (select owner_id from property where id = r.property_id);
begin
  -- If another buyer has the slot, say so at once, without taking a lock. The buyer who has it continues below.
  if exists (select from booking where property_id = r.property_id and during && r.during
    and status in ('held', 'pending', 'confirmed', 'completed', 'no_show') and (status <> 'held' or hold_expires_at > p_now)
    and email_folded is distinct from folded)
  then
    return query select 'taken', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer;
    return;
  end if;

  -- Only one transaction per person or address runs at a time, so that the counts below are right. A fixed lock order
  -- prevents deadlocks.
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended(v, 0) as k
    from unnest(array['email:' || folded, 'phone:' || phone, 'address:' || address]) v
    where v is not null order by k) locks;
  -- Do this before you lock any booking row (agent_time.sql). The insert's trigger takes the time.
  if r.is_demo then perform agent_travel(agent); else perform enter_agent_time(agent); end if;

  -- We end expired holds first, in this transaction, because the constraint's predicate cannot read the clock.
  update booking set status = 'lapsed', updated_at = p_now
    where property_id = r.property_id and status = 'held' and hold_expires_at <= p_now and during && r.during;

  -- A buyer who asks again for the same slot gets the same hold. An email is not secret and people share IP addresses,
  -- so the phone must match, too, or the browser must send the hold's secret. The condition on "during" lets PostgreSQL
  -- use an index.
  -- "other": the hold would charge the card at a different moment than requested, so the caller ends it first.
  -- "approved": a pay link stays as it is and charges the card at once, because the agent booked it (decision 0073).
  return query
    select case when p.capture = p_payment ->> 'capture' then 'mine' when b.booked_by is null then 'other' else 'approved' end, b.id, b.manage_token, b.hold_expires_at, p.id, p.intent_id, p.client_secret, p.amount_cents, p.revision
    from booking b join payment p on p.booking_id = b.id
    where r.booked_by is null and b.property_id = r.property_id and b.status = 'held' and b.email_folded = folded
      and b.starts_at = r.starts_at
      and b.during && r.during and (b.phone_key = phone or sha256(convert_to(p.client_secret, 'UTF8')) = own_secret)
    for no key update of b, p;
  if found then return; end if;

  if (select count(*) from booking where status = 'held' and email_folded = folded and hold_expires_at > p_now) >= 3
    or (select count(*) from booking where status = 'held' and phone_key = phone and hold_expires_at > p_now) >= 3
    or (select count(*) from booking where status = 'held' and client_address = address and hold_expires_at > p_now) >= 10
  then
    return query select 'too_many', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer;
    return;
  end if;

  -- "do nothing" inserts speculatively, so that concurrent requests wait for each other without a deadlock.
  insert into booking (
    id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at,
    requester_type, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, buyer_phone_extension, buyer_agent_name,
    buyer_agent_email, buyer_agent_phone, buyer_agent_phone_e164, buyer_agent_phone_extension,
    mail_upgrade, special_requests, client_address, amount_cents, manage_token, notice_token, is_demo, language, booked_by,
    created_at, updated_at)
  values (
    r.id, r.property_id, 'held', r.starts_at, r.ends_at, r.during, r.showing_date, r.showing_time, r.time_zone, r.hold_expires_at,
    r.requester_type, r.buyer_name, r.buyer_email, r.buyer_phone, r.buyer_phone_e164, r.buyer_phone_extension, r.buyer_agent_name,
    r.buyer_agent_email, r.buyer_agent_phone, r.buyer_agent_phone_e164, r.buyer_agent_phone_extension,
    r.mail_upgrade, r.special_requests, r.client_address, r.amount_cents, r.manage_token, r.notice_token, r.is_demo, r.language,
    r.booked_by, p_now, p_now)
  on conflict do nothing;
  if not found then
    return query select 'taken', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer;
    return;
  end if;

  pay := jsonb_populate_record(null::payment, p_payment);
  insert into payment (id, kind, booking_id, provider, intent_id, client_secret, amount_cents, capture, status, created_at, updated_at)
  values (pay.id, case when r.is_demo then 'demo' else 'showing' end, r.id, pay.provider, pay.intent_id, pay.client_secret,
    r.amount_cents, pay.capture, case when pay.intent_id is null then 'opening' else 'open' end, p_now, p_now)
  returning * into pay;
  if pay.intent_id is not null then
    perform open_sandbox_intent(pay, p_payment ->> 'idempotency_key', r.hold_expires_at);
  end if;

  return query select 'held', r.id, r.manage_token, r.hold_expires_at, pay.id, pay.intent_id, pay.client_secret, r.amount_cents, 0;
end $$;
