-- The reference for the booking benchmarks: the rows of a booking in plain tables, one function per step. It has only
-- primary keys and the slot constraint.
create schema reference;
set search_path = reference;

create table booking (
  id uuid primary key, property_id uuid not null, owner_id uuid, status text not null, starts_at timestamptz not null,
  ends_at timestamptz not null, showing_date date not null, showing_time time not null, time_zone text not null,
  hold_expires_at timestamptz not null, requester_type text not null, buyer_name text not null, buyer_email text not null,
  buyer_phone text not null, client_address text not null, amount_cents integer not null, confirmation_number text,
  manage_token text not null, notice_token text not null, created_at timestamptz not null, booked_at timestamptz,
  updated_at timestamptz not null, language text not null
);
create unique index booking_slot on booking (property_id, starts_at) where status <> 'lapsed';
create table payment (
  intent_id text primary key, id uuid not null, booking_id uuid not null, client_secret text not null, amount_cents integer not null,
  capture text not null, status text not null, paid_cents integer, paid_at timestamptz, created_at timestamptz not null,
  updated_at timestamptz not null
);
create table money_entry (
  id bigint generated always as identity primary key, payment_id uuid not null, kind text not null, amount_cents integer not null,
  provider_reference text, at timestamptz not null
);
create table intent (
  id text primary key, client_secret text not null, idempotency_key text not null, amount_cents integer not null,
  status text not null, expires_at timestamptz not null, created_at timestamptz not null
);
create table intent_event (id text primary key, type text not null, intent_id text not null, created_at timestamptz not null);
create table notification (
  id uuid primary key, booking_id uuid not null, event text not null, channel text not null, role text not null,
  recipient jsonb not null, cc text[] not null, status text not null, created_at timestamptz not null
);
create table log_entry (
  id bigint generated always as identity primary key, property_id uuid not null, booking_id uuid not null, event text not null,
  at timestamptz not null, payload text not null, hash text not null
);
create table activity (
  id bigint generated always as identity primary key, owner_id uuid not null, property_id uuid not null, booking_id uuid not null,
  kind text not null, at timestamptz not null
);
create table month_count (
  id bigint generated always as identity primary key, property_id uuid not null, owner_id uuid not null, month date not null,
  booked integer not null, revenue_cents bigint not null
);
create table event (
  id bigint generated always as identity primary key, name text not null, subject_id uuid not null, data jsonb not null,
  at timestamptz not null
);
create table job (
  id bigint generated always as identity primary key, task text not null, payload json not null, run_at timestamptz not null
);

-- p: the columns of booking, and payment_id, intent_id, client_secret. Returns whether the slot was free.
create function hold(p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b reference.booking := jsonb_populate_record(null::reference.booking, p);
begin
  select owner_id, time_zone into b.owner_id, b.time_zone from public.property
    where id = b.property_id and status = 'listed' and deleted_at is null;
  if not found then return false; end if;
  b.status := 'held';
  b.starts_at := (b.showing_date + b.showing_time) at time zone b.time_zone;
  b.ends_at := b.starts_at + interval '30 minutes';
  b.hold_expires_at := p_now + interval '10 minutes';
  b.created_at := p_now;
  b.updated_at := p_now;
  insert into reference.booking values (b.*) on conflict do nothing;
  if not found then return false; end if;
  insert into reference.intent values (p ->> 'intent_id', p ->> 'client_secret', 'hold:' || (p ->> 'payment_id') || ':0',
    b.amount_cents, 'requires_payment_method', b.hold_expires_at, p_now);
  insert into reference.payment values (p ->> 'intent_id', (p ->> 'payment_id')::uuid, b.id, p ->> 'client_secret', b.amount_cents,
    'automatic', 'open', null, null, p_now, p_now);
  insert into reference.event (name, subject_id, data, at)
    values ('booking.held', b.id, jsonb_build_object('property', b.property_id, 'moves_slots', true), p_now);
  return true;
end $$;

-- Takes the money once. Returns whether it did.
create function pay(p_intent text, p_secret text, p_event text, p_now timestamptz) returns boolean language plpgsql as $$
begin
  update reference.intent set status = 'succeeded'
    where id = p_intent and client_secret = p_secret and status = 'requires_payment_method' and expires_at > p_now;
  if not found then return false; end if;
  insert into reference.intent_event values (p_event, 'payment_intent.succeeded', p_intent, p_now);
  insert into reference.job (task, payload, run_at) values ('deliver event', json_build_object('id', p_event), p_now);
  return true;
end $$;

-- p: number, payload, notifications. Returns the booking's status.
create function settle(p_intent text, p_secret text, p jsonb, p_now timestamptz) returns text language plpgsql as $$
declare
  b reference.booking;
  pay reference.payment;
begin
  perform from reference.intent where id = p_intent and client_secret = p_secret and status = 'succeeded';
  if not found then return 'unpaid'; end if;
  select * into pay from reference.payment where intent_id = p_intent for update;
  update reference.booking set status = 'confirmed', confirmation_number = p ->> 'number', booked_at = p_now, updated_at = p_now
    where id = pay.booking_id and status = 'held' returning * into b;
  if not found then return 'settled before'; end if;
  update reference.payment set status = 'succeeded', paid_cents = amount_cents, paid_at = p_now, updated_at = p_now
    where intent_id = p_intent;
  insert into reference.money_entry (payment_id, kind, amount_cents, provider_reference, at)
    values (pay.id, 'charge', pay.amount_cents, p_intent, p_now);
  insert into reference.notification
    select n.id, b.id, 'booked', n.channel, n.role, n.recipient, '{}', 'queued', p_now
    from jsonb_to_recordset(p -> 'notifications') as n(id uuid, channel text, role text, recipient jsonb);
  insert into reference.job (task, payload, run_at) values ('deliver messages', json_build_object('booking', b.id), p_now);
  insert into reference.log_entry (property_id, booking_id, event, at, payload, hash)
    values (b.property_id, b.id, 'booked', p_now, p ->> 'payload', encode(sha256(convert_to(p ->> 'payload', 'UTF8')), 'hex'));
  insert into reference.activity (owner_id, property_id, booking_id, kind, at) values (b.owner_id, b.property_id, b.id, 'booked', p_now);
  insert into reference.month_count (property_id, owner_id, month, booked, revenue_cents)
    values (b.property_id, b.owner_id, date_trunc('month', p_now at time zone b.time_zone)::date, 1, pay.amount_cents);
  insert into reference.event (name, subject_id, data, at)
    values ('booking.confirmed', b.id, jsonb_build_object('property', b.property_id, 'owner', b.owner_id), p_now);
  return b.status;
end $$;
