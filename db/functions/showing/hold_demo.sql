-- Holds a demo's destinations for ten minutes, or returns why it cannot, as hold_slot does. It compares phones by
-- E.164. The phone or the hold's secret proves that a hold belongs to the caller. The IP address proves nothing
-- (decision 0042).
-- p_demo: see take_demo_destinations. Outcomes: held, mine, too_many, taken (with the kinds of the taken destinations).
create or replace function hold_demo(p_booking jsonb, p_payment jsonb, p_demo jsonb, p_now timestamptz)
returns table (
  outcome text, booking_id uuid, manage_token text, hold_expires_at timestamptz,
  payment_id uuid, intent_id text, client_secret text, amount_cents integer, revision integer, taken text[]
) language plpgsql as $$
#variable_conflict use_column
declare
  r booking := jsonb_populate_record(null::booking, p_booking);
  folded text := lower(p_demo ->> 'visitor_email');
  phone text := coalesce(p_demo ->> 'visitor_phone_e164', p_demo ->> 'visitor_phone');
  refused text[];
  own_secret bytea := sha256(convert_to(p_booking ->> 'client_secret', 'UTF8'));
begin
  -- Take the same locks as hold_slot, in the same order.
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended(v, 0) as k
    from unnest(array['email:' || folded, 'phone:' || phone, 'address:' || r.client_address]) v order by k) locks;
  perform lapse_demo_holds(p_demo, p_now);

  -- A visitor who asks again for one of the same destinations gets the same hold if the phone or the hold's secret
  -- matches.
  return query
    select 'mine', b.id, b.manage_token, b.hold_expires_at, m.id, m.intent_id, m.client_secret, m.amount_cents, m.revision, null::text[]
    from demo_booking v join booking b on b.id = v.booking_id join payment m on m.booking_id = b.id
    where v.email_folded = folded and b.status = 'held' and (v.phone_key = phone or sha256(convert_to(m.client_secret, 'UTF8')) = own_secret)
      and exists (
        select from demo_destination t join jsonb_to_recordset(p_demo -> 'destinations') as d(kind text, folded text)
          on t.kind = d.kind and t.folded = d.folded
        where t.booking_id = b.id and t.is_taken)
    order by b.id limit 1 for no key update of b, m;
  if found then return; end if;

  if (select count(*) from demo_booking v join booking b on b.id = v.booking_id
      where v.email_folded = folded and b.status = 'held' and b.hold_expires_at > p_now) >= 3
    or (select count(*) from demo_booking v join booking b on b.id = v.booking_id
      where v.phone_key = phone and b.status = 'held' and b.hold_expires_at > p_now) >= 3
    or (select count(*) from booking where status = 'held' and client_address = r.client_address and hold_expires_at > p_now) >= 10
  then
    return query select 'too_many', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer, null::text[];
    return;
  end if;

  begin
    insert into booking (
      id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at,
      requester_type, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, buyer_phone_extension, client_address, amount_cents,
      manage_token, notice_token, is_demo, language, created_at, updated_at)
    values (
      r.id, r.property_id, 'held', r.starts_at, r.ends_at, 'empty', r.showing_date, r.showing_time, r.time_zone, r.hold_expires_at,
      'buyer', r.buyer_name, r.buyer_email, r.buyer_phone, r.buyer_phone_e164, r.buyer_phone_extension, r.client_address, r.amount_cents,
      r.manage_token, r.notice_token, true, r.language, p_now, p_now);
    insert into payment (id, kind, booking_id, provider, amount_cents, capture, status, created_at, updated_at)
      values ((p_payment ->> 'id')::uuid, 'demo', r.id, p_payment ->> 'provider', r.amount_cents, p_payment ->> 'capture', 'opening', p_now, p_now);
    refused := take_demo_destinations(r.id, p_demo);
    if refused is not null then raise exception 'taken' using errcode = 'SB001'; end if;
  exception when sqlstate 'SB001' then
    return query select 'taken', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer, refused;
    return;
  end;

  return query select 'held', r.id, r.manage_token, r.hold_expires_at,
    (p_payment ->> 'id')::uuid, null::text, null::text, r.amount_cents, 0, null::text[];
end $$;
