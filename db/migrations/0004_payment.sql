-- What we know of the money of one booking. The provider's own state is always asked, never assumed.
create table payment (
  id uuid primary key,
  booking_id uuid not null unique references booking (id),
  provider text not null check (provider in ('sandbox', 'stripe')),
  intent_id text unique,
  client_secret text unique,
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null default 'usd',
  capture text not null check (capture in ('automatic', 'manual')),
  -- opening: no intent yet. open: waits for the card. Then the money: authorized | succeeded.
  -- refund_due: money is here without a booking and must go back. cancelled: never paid.
  status text not null check (status in
    ('opening', 'open', 'authorized', 'succeeded', 'refund_due', 'refunded', 'cancelled')),
  -- What the provider took, once it did; another amount than ours goes back in full.
  paid_cents integer,
  paid_at timestamptz,
  -- Raised with every change of what the buyer is asked to pay for: whoever acts on what he read says which one he read.
  revision integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payment_unsettled on payment (id) where status in ('opening', 'open', 'refund_due');

-- Every movement of money, once. Append-only.
create table money_entry (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payment (id),
  kind text not null check (kind in ('authorize', 'charge', 'refund', 'release')),
  amount_cents integer not null check (amount_cents > 0),
  provider_reference text,
  at timestamptz not null,
  unique (payment_id, kind)
);

-- A provider's event, stored once by its id however often it is delivered.
create table payment_event (
  id text primary key,
  provider text not null,
  type text not null,
  intent_id text,
  received_at timestamptz not null,
  handled_at timestamptz
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger money_entry_append_only before update or delete on money_entry
  for each row execute function refuse_change();
create trigger money_entry_no_truncate before truncate on money_entry
  for each statement execute function refuse_change();

-- The embedded payment provider's own books: what Stripe would keep on its side.
create table sandbox_intent (
  id text primary key,
  client_secret text not null unique,
  idempotency_key text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null,
  capture text not null check (capture in ('automatic', 'manual')),
  status text not null check (status in
    ('requires_payment_method', 'requires_action', 'requires_capture', 'succeeded', 'canceled')),
  expires_at timestamptz not null,
  last_error text,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  created_at timestamptz not null
);

create table sandbox_event (
  id text primary key,
  type text not null,
  intent_id text not null references sandbox_intent (id),
  created_at timestamptz not null
);
