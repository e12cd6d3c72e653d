-- One rule for phones (docs/decisions/0046-phones-are-read-once.md): the server reads a number, and SQL compares what it was handed. Each
-- phone has three columns: what people read, E.164 for every rule, and the extension.

-- Only for the rows that are stored already, and only for US numbers: the rule of src/platform/phone.ts as far as SQL can
-- say it. What it cannot read stays as it was typed.
create function pg_temp.read_phone(typed text, out shown text, out e164 text, out extension text) language plpgsql as $$
declare
  parts text[] := regexp_match(btrim(typed), '^(\+?[0-9 ().\-]*?)\s*(?:(?:;ext=|,?\s*extension|,?\s*ext|,?\s*x|,?\s*#)[\s.:]*([0-9]{1,9}))?$', 'i');
  digits text := regexp_replace(parts[1], '[^0-9]', '', 'g');
begin
  shown := typed;
  if digits ~ '^1?[0-9]{10}$' and (parts[1] !~ '^\+' or digits ~ '^1[0-9]{10}$') then
    digits := right(digits, 10);
    e164 := '+1' || digits;
    extension := parts[2];
    shown := format('(%s) %s-%s', left(digits, 3), substr(digits, 4, 3), right(digits, 4)) || coalesce(' ext. ' || extension, '');
  elsif parts[1] ~ '^\+[^(]*$' and digits ~ '^[2-9][0-9]{7,14}$' then
    e164 := '+' || digits;
    extension := parts[2];
  end if;
end $$;

-- Bookings. Their generated columns are made new from the new ones, with their indexes (0003, 0014, 0016).
drop index booking_search, booking_by_start, booking_held_phone;
alter table booking
  drop column phone_digits,
  drop column search_text,
  add column buyer_phone_e164 text check (buyer_phone_e164 ~ '^\+[1-9]\d{6,14}$'),
  add column buyer_phone_extension text,
  add column buyer_agent_phone_e164 text check (buyer_agent_phone_e164 ~ '^\+[1-9]\d{6,14}$'),
  add column buyer_agent_phone_extension text,
  add constraint booking_extension_of_number check (
    (buyer_phone_extension is null or buyer_phone_e164 is not null)
    and (buyer_agent_phone_extension is null or buyer_agent_phone_e164 is not null));
update booking b set
  buyer_phone = buyer.shown, buyer_phone_e164 = buyer.e164, buyer_phone_extension = buyer.extension,
  buyer_agent_phone = agent.shown, buyer_agent_phone_e164 = agent.e164, buyer_agent_phone_extension = agent.extension
from booking s, pg_temp.read_phone(s.buyer_phone) buyer, pg_temp.read_phone(s.buyer_agent_phone) agent
where s.id = b.id;
alter table booking
  -- What makes two bookings those of one phone. A number that nobody can read is compared as it was typed.
  add column phone_key text not null generated always as (coalesce(buyer_phone_e164, buyer_phone)) stored,
  -- Number, phone (as people read it, and E.164), name and e-mail, in small letters. Cut, since an index entry has a limit.
  add column search_text text generated always as (left(lower(
    coalesce(confirmation_number, '') || ' ' || buyer_phone || ' ' || coalesce(buyer_phone_e164, '')
    || ' ' || buyer_name || ' ' || buyer_email), 500)) stored;
create index booking_held_phone on booking (phone_key) where status = 'held' and phone_key is not null;
create index booking_search on booking (owner_id, starts_at desc, id desc)
  include (search_text, status, showing_date, property_id) where status not in ('held', 'lapsed');
create index booking_by_start on booking (starts_at desc, id desc)
  include (search_text, status, showing_date, property_id) where status not in ('held', 'lapsed');

-- Contacts of properties, and of the agents' profiles.
alter table property
  add column agent_phone_e164 text check (agent_phone_e164 ~ '^\+[1-9]\d{6,14}$'),
  add column agent_phone_extension text,
  add column owner_phone_e164 text check (owner_phone_e164 ~ '^\+[1-9]\d{6,14}$'),
  add column owner_phone_extension text,
  add column resident_phone_e164 text check (resident_phone_e164 ~ '^\+[1-9]\d{6,14}$'),
  add column resident_phone_extension text,
  add constraint property_extension_of_number check (
    (agent_phone_extension is null or agent_phone_e164 is not null)
    and (owner_phone_extension is null or owner_phone_e164 is not null)
    and (resident_phone_extension is null or resident_phone_e164 is not null));
update property p set
  agent_phone = agent.shown, agent_phone_e164 = agent.e164, agent_phone_extension = agent.extension,
  owner_phone = owner.shown, owner_phone_e164 = owner.e164, owner_phone_extension = owner.extension,
  resident_phone = resident.shown, resident_phone_e164 = resident.e164, resident_phone_extension = resident.extension
from property s, pg_temp.read_phone(s.agent_phone) agent, pg_temp.read_phone(s.owner_phone) owner,
  pg_temp.read_phone(s.resident_phone) resident
where s.id = p.id and (s.agent_phone is not null or s.owner_phone is not null or s.resident_phone is not null);

alter table agent_profile
  add column agent_phone_e164 text check (agent_phone_e164 ~ '^\+[1-9]\d{6,14}$'),
  add column agent_phone_extension text,
  add constraint agent_profile_extension_of_number check (agent_phone_extension is null or agent_phone_e164 is not null);
update agent_profile p set
  agent_phone = agent.shown, agent_phone_e164 = agent.e164, agent_phone_extension = agent.extension
from agent_profile s, pg_temp.read_phone(s.agent_phone) agent
where s.account_id = p.account_id and s.agent_phone is not null;

-- Visitors of demos, and the phones that had one.
drop index demo_booking_by_phone;
alter table demo_booking
  drop column phone_digits,
  add column visitor_phone_e164 text check (visitor_phone_e164 ~ '^\+[1-9]\d{6,14}$'),
  add column visitor_phone_extension text,
  add constraint demo_booking_extension_of_number check (visitor_phone_extension is null or visitor_phone_e164 is not null);
update demo_booking d set
  visitor_phone = visitor.shown, visitor_phone_e164 = visitor.e164, visitor_phone_extension = visitor.extension
from demo_booking s, pg_temp.read_phone(s.visitor_phone) visitor
where s.booking_id = d.booking_id;
alter table demo_booking
  add column phone_key text not null generated always as (coalesce(visitor_phone_e164, visitor_phone)) stored;
create index demo_booking_by_phone on demo_booking (phone_key);
-- Its form took numbers of ten digits only.
update demo_destination set folded = '+1' || folded, recipient = to_jsonb((pg_temp.read_phone(recipient #>> '{}')).shown)
where kind = 'phone';

-- Phones that want no texts. They were known by their last ten digits: each stored number with these digits stays silent.
alter table text_opt_out rename column phone_digits to phone;
insert into text_opt_out (phone, is_out, word, reference, changed_at)
select distinct on (known.e164) known.e164, o.is_out, o.word, o.reference, o.changed_at
from text_opt_out o
join (
  select buyer_phone_e164 as e164 from booking
  union select agent_phone_e164 from property
  union select owner_phone_e164 from property
  union select resident_phone_e164 from property
  union select agent_phone_e164 from agent_profile
  union select (pg_temp.read_phone(recipient #>> '{}')).e164 from notification where channel = 'sms'
) known on right(ltrim(known.e164, '+'), 10) = o.phone and known.e164 <> '+1' || o.phone;
update text_opt_out set phone = case length(phone) when 10 then '+1' else '+' end || phone where phone !~ '^\+';
delete from text_opt_out where phone !~ '^\+[1-9]\d{6,14}$';
alter table text_opt_out add constraint text_opt_out_phone_check check (phone ~ '^\+[1-9]\d{6,14}$');

drop function pg_temp.read_phone(text);


-- As before (0006), and a phone is compared by what the server read.
create or replace function hold_slot(p_booking jsonb, p_payment jsonb, p_now timestamptz)
returns table (
  outcome text, booking_id uuid, manage_token text, hold_expires_at timestamptz,
  payment_id uuid, intent_id text, client_secret text, amount_cents integer, revision integer
) language plpgsql as $$
#variable_conflict use_column
declare
  r booking := jsonb_populate_record(null::booking, p_booking);
  folded text := lower(r.buyer_email);
  phone text := coalesce(r.buyer_phone_e164, r.buyer_phone);
begin
  -- One person or address at a time, so that the counts below hold. Taken in one order: no deadlock.
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended(v, 0) as k
    from unnest(array['email:' || folded, 'phone:' || phone, 'address:' || r.client_address]) v order by k) locks;

  -- Expired holds go first, in this transaction: the constraint's predicate cannot read the clock.
  update booking set status = 'lapsed', updated_at = p_now
    where property_id = r.property_id and status = 'held' and hold_expires_at <= p_now and during && r.during;

  -- The same buyer asking again for the same start has the same hold. An e-mail is no secret: the phone or the place
  -- must be the same too, or anybody who knows it could take the hold over. With "during" an index finds it.
  return query
    select 'mine', b.id, b.manage_token, b.hold_expires_at, p.id, p.intent_id, p.client_secret, p.amount_cents, p.revision
    from booking b join payment p on p.booking_id = b.id
    where b.property_id = r.property_id and b.status = 'held' and b.email_folded = folded and b.starts_at = r.starts_at
      and b.during && r.during and (b.phone_key = phone or b.client_address = r.client_address)
    for update of b, p;
  if found then return; end if;

  if (select count(*) from booking where status = 'held' and email_folded = folded and hold_expires_at > p_now) >= 3
    or (select count(*) from booking where status = 'held' and phone_key = phone and hold_expires_at > p_now) >= 3
    or (select count(*) from booking where status = 'held' and client_address = r.client_address and hold_expires_at > p_now) >= 10
  then
    return query select 'too_many', null::uuid, null::text, null::timestamptz, null::uuid, null::text, null::text, null::integer, null::integer;
    return;
  end if;

  -- "do nothing" inserts speculatively: rivals wait for one another without a deadlock.
  insert into booking (
    id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at,
    requester_type, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, buyer_phone_extension, buyer_agent_name,
    buyer_agent_email, buyer_agent_phone, buyer_agent_phone_e164, buyer_agent_phone_extension,
    mail_upgrade, special_requests, client_address, amount_cents, manage_token, notice_token, is_demo, created_at, updated_at)
  values (
    r.id, r.property_id, 'held', r.starts_at, r.ends_at, r.during, r.showing_date, r.showing_time, r.time_zone, r.hold_expires_at,
    r.requester_type, r.buyer_name, r.buyer_email, r.buyer_phone, r.buyer_phone_e164, r.buyer_phone_extension, r.buyer_agent_name,
    r.buyer_agent_email, r.buyer_agent_phone, r.buyer_agent_phone_e164, r.buyer_agent_phone_extension,
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


-- As before (0006), with the columns of phones.
create or replace function renew_hold(p_booking uuid, p_revision integer, p_form jsonb, p_amount_cents integer, p_now timestamptz)
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
    buyer_phone_e164 = f.buyer_phone_e164, buyer_phone_extension = f.buyer_phone_extension,
    buyer_agent_name = f.buyer_agent_name, buyer_agent_email = f.buyer_agent_email, buyer_agent_phone = f.buyer_agent_phone,
    buyer_agent_phone_e164 = f.buyer_agent_phone_e164, buyer_agent_phone_extension = f.buyer_agent_phone_extension,
    mail_upgrade = f.mail_upgrade, special_requests = f.special_requests, amount_cents = p_amount_cents, updated_at = p_now
  where id = b.id;
  update payment set amount_cents = p_amount_cents, revision = revision + 1, updated_at = p_now where id = pay.id;
  return pay.revision + 1;
end $$;


-- As before (0033), with the columns of phones.
create or replace function take_demo_destinations(p_booking uuid, p jsonb) returns text[] language plpgsql as $$
declare
  refused text[];
begin
  -- Of what is wanted and of what is given up, in one order.
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended('demo:' || kind || ':' || folded, 0) as k from (
      select kind, folded from demo_destination where booking_id = p_booking
      union all
      select kind, folded from jsonb_to_recordset(p -> 'destinations') as d(kind text, folded text)) both_of_them
    order by k) locks;
  insert into demo_booking (booking_id, visitor_name, visitor_email, visitor_phone, visitor_phone_e164, visitor_phone_extension)
    values (p_booking, p ->> 'visitor_name', p ->> 'visitor_email', p ->> 'visitor_phone', p ->> 'visitor_phone_e164',
      p ->> 'visitor_phone_extension')
    on conflict (booking_id) do update set visitor_name = excluded.visitor_name, visitor_email = excluded.visitor_email,
      visitor_phone = excluded.visitor_phone, visitor_phone_e164 = excluded.visitor_phone_e164,
      visitor_phone_extension = excluded.visitor_phone_extension;
  delete from demo_destination where booking_id = p_booking;
  insert into demo_destination (booking_id, kind, recipient, folded, day)
    select p_booking, d.kind, d.recipient, d.folded, (p ->> 'day')::date
    from jsonb_to_recordset(p -> 'destinations') as d(kind text, recipient jsonb, folded text) order by d.kind
    on conflict do nothing;
  select array_agg(d ->> 'kind') into refused from jsonb_array_elements(p -> 'destinations') d
    where not exists (select from demo_destination t where t.booking_id = p_booking and t.kind = d ->> 'kind');
  return refused;
end $$;


-- As before (0025), and a phone is compared by what the server read.
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
begin
  -- The same locks as of real holds, in the same order.
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended(v, 0) as k
    from unnest(array['email:' || folded, 'phone:' || phone, 'address:' || r.client_address]) v order by k) locks;
  perform lapse_demo_holds(p_demo, p_now);

  -- The same visitor asking again for one of the same destinations has the same hold.
  return query
    select 'mine', b.id, b.manage_token, b.hold_expires_at, m.id, m.intent_id, m.client_secret, m.amount_cents, m.revision, null::text[]
    from demo_booking v join booking b on b.id = v.booking_id join payment m on m.booking_id = b.id
    where v.email_folded = folded and b.status = 'held' and (v.phone_key = phone or b.client_address = r.client_address)
      and exists (
        select from demo_destination t join jsonb_to_recordset(p_demo -> 'destinations') as d(kind text, folded text)
          on t.kind = d.kind and t.folded = d.folded
        where t.booking_id = b.id and t.is_taken)
    order by b.id limit 1 for update of b, m;
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
      manage_token, notice_token, is_demo, created_at, updated_at)
    values (
      r.id, r.property_id, 'held', r.starts_at, r.ends_at, 'empty', r.showing_date, r.showing_time, r.time_zone, r.hold_expires_at,
      'buyer', r.buyer_name, r.buyer_email, r.buyer_phone, r.buyer_phone_e164, r.buyer_phone_extension, r.client_address, r.amount_cents,
      r.manage_token, r.notice_token, true, p_now, p_now);
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
