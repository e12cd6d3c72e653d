-- Demo bookings: one dollar, then the messages of a showing at the product's own demo home go to whom the visitor named.

-- The home is the product's own: nobody can sign in as its owner, no list of homes has it, and the public cannot book it by
-- any other door. Nothing that a visitor typed stands in it. The ids are those of features/demo/domain.ts.
insert into account (id, name, email)
values ('01900000-0000-7000-8000-0000000000da', 'ShowingBooker demo', 'demo@showingbooker.invalid');
insert into property (id, owner_id, created_by, slug, address_line1, unit_number, city, state, zip_code, time_zone, status, is_demo,
  property_type, bedrooms, bathrooms, square_feet, rent_amount, agent_first_name, agent_last_name, occupancy_status,
  resident_first_name, resident_last_name, owner_first_name, owner_last_name, advance_notice_hours)
values ('01900000-0000-7000-8000-0000000000d0', '01900000-0000-7000-8000-0000000000da', '01900000-0000-7000-8000-0000000000da',
  'the-demo-home', '100 Demo Street', 'Apt 5', 'Los Angeles', 'CA', '90012', 'America/Los_Angeles', 'unlisted', true,
  'apartment', 2, 1, 950, 3200, 'Demo', 'Agent', 'resident', 'Demo', 'Resident', 'Demo', 'Owner', 24);
alter table property add constraint property_demo_home_stays check (id <> '01900000-0000-7000-8000-0000000000d0'
  or (status = 'unlisted' and is_demo and deleted_at is null and agent_email is null and agent_phone is null
    and resident_email is null and resident_phone is null and owner_email is null and owner_phone is null));

-- A showing of the demo home blocks nothing, so that its times never run out; every other showing blocks its time.
alter table booking add constraint booking_only_demos_block_nothing
  check (isempty(during) = (property_id = '01900000-0000-7000-8000-0000000000d0'));
create index booking_demo_home on booking (starts_at) where isempty(during);

-- Who booked a demo. The booking itself carries fixed names, so that no message, notice or calendar can say another.
create table demo_booking (
  booking_id uuid primary key references booking (id),
  visitor_name text not null,
  visitor_email text not null,
  email_folded text not null generated always as (lower(visitor_email)) stored,
  visitor_phone text not null,
  phone_digits text not null generated always as (right(regexp_replace(visitor_phone, '\D', '', 'g'), 10)) stored
);
create index demo_booking_by_email on demo_booking (email_folded);
create index demo_booking_by_phone on demo_booking (phone_digits);

-- Where its messages go. One demo for a destination on one day (Pacific), from the hold on; a hold that ends unpaid frees it.
create table demo_destination (
  booking_id uuid not null references demo_booking (booking_id),
  kind text not null check (kind in ('email', 'phone', 'address')),
  -- As it was written: a text, or a postal address.
  recipient jsonb not null,
  -- What makes it the same destination: the folded e-mail, the last ten digits, the address in one spelling.
  folded text not null check (folded <> ''),
  day date not null,
  is_taken boolean not null default true,
  primary key (booking_id, kind)
);
create unique index demo_destination_once on demo_destination (kind, folded, day) where is_taken;

-- Money that comes after the hold has ended finds its destinations free, or goes back: settle_booking reads it so.
create function keep_demo_destinations() returns trigger language plpgsql as $$
begin
  update demo_destination set is_taken = new.status <> 'lapsed' where booking_id = new.id;
  return new;
exception when unique_violation then
  raise exclusion_violation using message = 'a demo has gone to one of these destinations today';
end $$;
create trigger booking_demo_kept before update of status on booking for each row
  when (new.is_demo and (old.status = 'lapsed') <> (new.status = 'lapsed')) execute function keep_demo_destinations();

-- Keeps the destinations of a demo, its time and its visitor as they are wanted; of those that are taken, their kinds.
-- Nothing is kept then. p: visitor_name, visitor_email, visitor_phone, day, destinations [{ kind, recipient, folded }].
create function take_demo_destinations(p_booking uuid, p jsonb) returns text[] language plpgsql as $$
declare
  refused text[];
begin
  insert into demo_booking (booking_id, visitor_name, visitor_email, visitor_phone)
    values (p_booking, p ->> 'visitor_name', p ->> 'visitor_email', p ->> 'visitor_phone')
    on conflict (booking_id) do update set visitor_name = excluded.visitor_name, visitor_email = excluded.visitor_email,
      visitor_phone = excluded.visitor_phone;
  delete from demo_destination where booking_id = p_booking;
  -- Rivals wait for one another here, in one order of kinds: no deadlock.
  insert into demo_destination (booking_id, kind, recipient, folded, day)
    select p_booking, d.kind, d.recipient, d.folded, (p ->> 'day')::date
    from jsonb_to_recordset(p -> 'destinations') as d(kind text, recipient jsonb, folded text) order by d.kind
    on conflict do nothing;
  select array_agg(d ->> 'kind') into refused from jsonb_array_elements(p -> 'destinations') d
    where not exists (select from demo_destination t where t.booking_id = p_booking and t.kind = d ->> 'kind');
  return refused;
end $$;

-- Expired holds that keep one of these destinations end first: an index cannot read the clock.
create function lapse_demo_holds(p jsonb, p_now timestamptz) returns void language sql as $$
  with expired as (
    select b.id from jsonb_to_recordset(p -> 'destinations') as d(kind text, folded text)
    join demo_destination t on t.kind = d.kind and t.folded = d.folded and t.is_taken
    join booking b on b.id = t.booking_id
    where b.status = 'held' and b.hold_expires_at <= p_now order by b.id for update of b)
  update booking b set status = 'lapsed', updated_at = p_now from expired where b.id = expired.id and b.status = 'held';
$$;

-- Keeps a demo's destinations for ten minutes, or says why not: as hold_slot (0006) does for a slot.
-- p_demo as take_demo_destinations has it. Outcomes: held, mine, too_many, taken (with the kinds of what is taken).
create function hold_demo(p_booking jsonb, p_payment jsonb, p_demo jsonb, p_now timestamptz)
returns table (
  outcome text, booking_id uuid, manage_token text, hold_expires_at timestamptz,
  payment_id uuid, intent_id text, client_secret text, amount_cents integer, revision integer, taken text[]
) language plpgsql as $$
#variable_conflict use_column
declare
  r booking := jsonb_populate_record(null::booking, p_booking);
  folded text := lower(p_demo ->> 'visitor_email');
  digits text := right(regexp_replace(p_demo ->> 'visitor_phone', '\D', '', 'g'), 10);
  refused text[];
begin
  -- The same locks as of real holds, in the same order.
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended(v, 0) as k
    from unnest(array['email:' || folded, 'phone:' || digits, 'address:' || r.client_address]) v order by k) locks;
  perform lapse_demo_holds(p_demo, p_now);

  -- The same visitor asking again for one of the same destinations has the same hold.
  return query
    select 'mine', b.id, b.manage_token, b.hold_expires_at, m.id, m.intent_id, m.client_secret, m.amount_cents, m.revision, null::text[]
    from demo_booking v join booking b on b.id = v.booking_id join payment m on m.booking_id = b.id
    where v.email_folded = folded and b.status = 'held' and (v.phone_digits = digits or b.client_address = r.client_address)
      and exists (
        select from demo_destination t join jsonb_to_recordset(p_demo -> 'destinations') as d(kind text, folded text)
          on t.kind = d.kind and t.folded = d.folded
        where t.booking_id = b.id and t.is_taken)
    order by b.id limit 1 for update of b, m;
  if found then return; end if;

  if (select count(*) from demo_booking v join booking b on b.id = v.booking_id
      where v.email_folded = folded and b.status = 'held' and b.hold_expires_at > p_now) >= 3
    or (select count(*) from demo_booking v join booking b on b.id = v.booking_id
      where v.phone_digits = digits and b.status = 'held' and b.hold_expires_at > p_now) >= 3
    or (select count(*) from booking where status = 'held' and client_address = r.client_address and hold_expires_at > p_now) >= 10
  then
    return query select 'too_many', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer, null::text[];
    return;
  end if;

  begin
    insert into booking (
      id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at,
      requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents, manage_token, notice_token, is_demo,
      created_at, updated_at)
    values (
      r.id, r.property_id, 'held', r.starts_at, r.ends_at, 'empty', r.showing_date, r.showing_time, r.time_zone, r.hold_expires_at,
      'buyer', r.buyer_name, r.buyer_email, r.buyer_phone, r.client_address, r.amount_cents, r.manage_token, r.notice_token, true,
      p_now, p_now);
    insert into payment (id, booking_id, provider, amount_cents, capture, status, created_at, updated_at)
      values ((p_payment ->> 'id')::uuid, r.id, p_payment ->> 'provider', r.amount_cents, p_payment ->> 'capture', 'opening', p_now, p_now);
    refused := take_demo_destinations(r.id, p_demo);
    if refused is not null then raise exception 'taken' using errcode = 'SB001'; end if;
  exception when sqlstate 'SB001' then
    return query select 'taken', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer, refused;
    return;
  end;

  return query select 'held', r.id, r.manage_token, r.hold_expires_at,
    (p_payment ->> 'id')::uuid, null::text, null::text, r.amount_cents, 0, null::text[];
end $$;

-- Brings a live hold of a demo up to date: its time, its destinations and its visitor. Outcomes: renewed (with the revision
-- from now on), taken (with the kinds), changed (it is not as the caller read it any more).
-- p_form: starts_at, ends_at, showing_date, showing_time.
create function renew_demo(p_booking uuid, p_revision integer, p_form jsonb, p_demo jsonb, p_now timestamptz)
returns table (outcome text, revision integer, taken text[]) language plpgsql as $$
#variable_conflict use_column
declare
  b booking;
  f booking;
  pay payment;
  refused text[];
begin
  perform lapse_demo_holds(p_demo, p_now);
  select * into b from booking where id = p_booking for update;
  select * into pay from payment where booking_id = p_booking for update;
  if b.status is distinct from 'held' or pay.status not in ('opening', 'open') or pay.revision <> p_revision then
    return query select 'changed', null::integer, null::text[]; return;
  end if;
  f := jsonb_populate_record(b, p_form);
  if f is not distinct from b and exists (
      select from demo_booking v where v.booking_id = b.id and v.visitor_name = p_demo ->> 'visitor_name'
        and v.visitor_email = p_demo ->> 'visitor_email' and v.visitor_phone = p_demo ->> 'visitor_phone')
    and (select jsonb_object_agg(kind, recipient) from demo_destination where booking_id = b.id)
      = (select jsonb_object_agg(d ->> 'kind', d -> 'recipient') from jsonb_array_elements(p_demo -> 'destinations') d)
  then
    return query select 'renewed', pay.revision, null::text[]; return;
  end if;
  begin
    refused := take_demo_destinations(b.id, p_demo);
    if refused is not null then raise exception 'taken' using errcode = 'SB001'; end if;
  exception when sqlstate 'SB001' then
    return query select 'taken', null::integer, refused; return;
  end;
  update booking set starts_at = f.starts_at, ends_at = f.ends_at, showing_date = f.showing_date, showing_time = f.showing_time,
    updated_at = p_now where id = b.id;
  update payment set revision = revision + 1, updated_at = p_now where id = pay.id;
  return query select 'renewed', pay.revision + 1, null::text[];
end $$;
