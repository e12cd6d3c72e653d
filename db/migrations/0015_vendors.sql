-- What the real vendors tell us afterwards: money that moved without us, messages delivered or not, numbers that opted out.

-- Our own movements happen once each. What is done at the provider (a refund in its dashboard, a bank's dispute) may happen
-- several times: there each reference counts once.
alter table money_entry drop constraint money_entry_payment_id_kind_key;
alter table money_entry drop constraint money_entry_kind_check;
alter table money_entry add constraint money_entry_kind_check
  check (kind in ('authorize', 'charge', 'refund', 'release', 'outside_refund', 'refund_failed', 'dispute', 'dispute_returned'));
alter table money_entry add constraint money_entry_outside_has_reference
  check (kind in ('authorize', 'charge', 'refund', 'release') or provider_reference is not null);
create unique index money_entry_once on money_entry (payment_id, kind)
  where kind in ('authorize', 'charge', 'refund', 'release');
create unique index money_entry_outside_once on money_entry (kind, provider_reference)
  where kind not in ('authorize', 'charge', 'refund', 'release');
create index money_entry_outside on money_entry (payment_id)
  where kind not in ('authorize', 'charge', 'refund', 'release');

-- Money that was taken, less what went back, by us or without us.
create or replace function count_money() returns trigger language plpgsql as $$
begin
  insert into property_month as m (property_id, owner_id, month, revenue_cents)
    select b.property_id, b.owner_id, date_trunc('month', new.at at time zone b.time_zone)::date,
      case when new.kind in ('charge', 'dispute_returned', 'refund_failed') then new.amount_cents else -new.amount_cents end
    from payment p join booking b on b.id = p.booking_id,
      pg_advisory_xact_lock(hashtextextended('compliance:' || b.property_id, 0))
    where p.id = new.payment_id and not b.is_demo
  on conflict (property_id, month) do update set revenue_cents = m.revenue_cents + excluded.revenue_cents;
  return null;
end $$;
drop trigger money_counted on money_entry;
create trigger money_counted after insert on money_entry for each row
  when (new.kind not in ('authorize', 'release')) execute function count_money();

-- Writes down money that moved without us, and logs it; any number of times. Was it new?
-- p_kind: outside_refund | refund_failed | dispute | dispute_returned
create function record_outside_money(p_intent text, p_kind text, p_amount_cents integer, p_reference text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  pay payment;
  b booking;
begin
  select * into pay from payment where intent_id = p_intent;
  if not found then return false; end if;
  select * into b from booking where id = pay.booking_id;
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    values (pay.id, p_kind, p_amount_cents, p_reference, p_now) on conflict do nothing;
  if not found then return false; end if;
  perform append_compliance(b.property_id, b.id, 'money_moved_outside', p_now,
    jsonb_build_object('kind', p_kind, 'amount', p_amount_cents, 'reference', p_reference)::text);
  return true;
end $$;

-- The embedded provider's refunds of a part, each once by its key.
create table sandbox_refund (
  id text primary key,
  idempotency_key text not null unique,
  intent_id text not null references sandbox_intent (id),
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null
);

-- A message sent again is another message to its vendor: it gets an id of its own. null: the row's id.
alter table notification add column send_id uuid unique;
-- When it was planned to be sent again; null: created_at.
alter table notification add column queued_at timestamptz;
alter table notification add column resends integer not null default 0;
-- What the vendor said later: delivered, undelivered, in_transit, …; carried_at: the last word was said.
alter table notification add column carriage text;
alter table notification add column carriage_code text;
alter table notification add column carried_at timestamptz;
alter table notification add column tracking_number text;
create index notification_by_reference on notification (provider_reference) where provider_reference is not null;

-- An event of a vendor of messages, once by its id however often it is delivered.
create table vendor_event (
  id text primary key,
  vendor text not null,
  type text not null,
  received_at timestamptz not null
);

-- Telephones that want no texts. The last ten digits: with a country's code or without, it is one telephone.
create table text_opt_out (
  phone_digits text primary key,
  is_out boolean not null,
  -- What was written, or the vendor's code.
  word text not null,
  reference text,
  changed_at timestamptz not null
);

-- As before (0005), and it keeps the tracking number of a letter.
create or replace function record_delivery(p_property uuid, p_booking uuid, p_results jsonb, p_now timestamptz)
returns void language plpgsql as $$
declare
  told jsonb;
begin
  -- In one order: no deadlock.
  perform from notification where booking_id = p_booking and logged_at is null order by id for update;
  with finished as (
    update notification n set
      status = r.status, provider_reference = coalesce(r.reference, n.provider_reference), reason = r.reason,
      tracking_number = coalesce(r.tracking_number, n.tracking_number),
      sent_at = case when r.status = 'sent' then p_now end,
      logged_at = case when r.message is not null then p_now end
    from jsonb_to_recordset(p_results)
      as r(id uuid, send_id uuid, status text, reference text, tracking_number text, reason text, message jsonb)
    where n.id = r.id and n.booking_id = p_booking and n.logged_at is null
      -- Not when it is to be sent again meanwhile.
      and coalesce(n.send_id, n.id) = coalesce(r.send_id, r.id)
    returning n.id, r.message)
  select jsonb_agg(message order by id) into told from finished where message is not null;
  if told is not null then
    perform append_compliance(p_property, p_booking, 'notified', p_now, jsonb_build_object('messages', told)::text);
  end if;
end $$;

-- Writes down what a vendor says of a message on its way, and logs it; in any order and any number of times.
-- p: event_id, vendor, type, send_id or reference (either), state, code, reason, tracking_number, is_final.
create function record_carriage(p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  n notification;
  sent_as uuid := (p ->> 'send_id')::uuid;
  property uuid;
begin
  select m.* into n from notification m
    where case when sent_as is not null then (m.id = sent_as or m.send_id = sent_as) and coalesce(m.send_id, m.id) = sent_as
      else m.provider_reference = p ->> 'reference' end
    for update;
  if not found then return false; end if;
  insert into vendor_event values (p ->> 'event_id', p ->> 'vendor', p ->> 'type', p_now) on conflict do nothing;
  if not found then return true; end if;
  update notification set
    -- What is said late does not take the last word back.
    carriage = case when carried_at is null then p ->> 'state' else carriage end,
    carriage_code = case when carried_at is null then p ->> 'code' else carriage_code end,
    carried_at = case when (p ->> 'is_final')::boolean then coalesce(carried_at, p_now) else carried_at end,
    tracking_number = coalesce(p ->> 'tracking_number', tracking_number)
  where id = n.id;
  select b.property_id into property from booking b where b.id = n.booking_id;
  perform append_compliance(property, n.booking_id, 'delivery', p_now, jsonb_strip_nulls(jsonb_build_object(
    'event', n.event, 'channel', n.channel, 'role', n.role, 'state', p ->> 'state', 'code', p ->> 'code',
    'reason', p ->> 'reason', 'trackingNumber', p ->> 'tracking_number'))::text);
  return true;
end $$;

-- Plans finished messages of one booking once more, in one transaction with the job and the log.
-- p_messages: [{ id, send_id }]; returns how many: what is unfinished is left as it is.
create function resend_notifications(p_booking uuid, p_messages jsonb, p_by uuid, p_now timestamptz)
returns integer language plpgsql as $$
declare
  b booking;
  again jsonb;
begin
  select * into b from booking where id = p_booking;
  with renewed as (
    update notification n set status = 'queued', reason = null, logged_at = null, sent_at = null, attempts = 0,
      send_id = m.send_id, queued_at = p_now, resends = n.resends + 1, provider_reference = null, tracking_number = null,
      carriage = null, carriage_code = null, carried_at = null
    from jsonb_to_recordset(p_messages) as m(id uuid, send_id uuid)
    where n.id = m.id and n.booking_id = p_booking and n.logged_at is not null
    returning n.event, n.channel, n.role)
  select jsonb_agg(jsonb_build_object('event', event, 'channel', channel, 'role', role)) into again from renewed;
  if again is null then return 0; end if;
  perform graphile_worker.add_job('notification.deliver', json_build_object('bookingId', p_booking), max_attempts => 13);
  perform append_compliance(b.property_id, b.id, 'resent', p_now, jsonb_build_object('messages', again, 'by', p_by)::text);
  return jsonb_array_length(again);
end $$;
