-- What is bought for the studio, with the care that bookings get: credits come with the money, once, or the money goes back.

-- A plan that is paid each month with the card that its owner left at the provider.
create table subscription (
  id uuid primary key,
  account_id uuid not null references account (id),
  provider text not null check (provider in ('sandbox', 'stripe')),
  -- The provider's names of whoever pays and of his card; forgotten, there too, once the plan is over.
  customer_ref text,
  method_ref text,
  -- past_due: the month is over, and the next one could not be charged yet.
  status text not null check (status in ('active', 'past_due', 'ended')),
  -- Paid months so far, less one.
  period integer not null check (period >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  -- Months are counted from one day, so that the 31st comes back after a February.
  anchor_at timestamptz not null,
  anchor_months integer not null check (anchor_months > 0),
  -- It ends with the month that is paid.
  cancelled_at timestamptz,
  -- Of the month that is due: cards that were refused, and when it is tried again. Whoever charges puts it ahead.
  tries smallint not null default 0 check (tries >= 0),
  next_try_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('cancelled', 'unpaid', 'account_deleted')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint subscription_ended check ((status = 'ended') = (ended_at is not null and ended_because is not null))
);
create unique index subscription_one_live on subscription (account_id) where status <> 'ended';
create index subscription_due on subscription (next_try_at) where status <> 'ended';
create index subscription_of_account on subscription (account_id, created_at desc);
create index subscription_to_forget on subscription (id) where status = 'ended' and customer_ref is not null;
create trigger subscription_of_living before insert on subscription
  for each row execute function refuse_deleted_account('account_id');

-- One payment for credits. As of a booking's payment, the provider's own state is always asked.
create table purchase (
  id uuid primary key,
  account_id uuid not null references account (id),
  number text not null unique check (number ~ '^SC-[0-9A-HJKMNP-TV-Z]{8}$'),
  kind text not null check (kind in ('pack', 'first_month', 'renewal')),
  subscription_id uuid references subscription (id),
  period integer,
  credits integer not null check (credits > 0),
  provider text not null check (provider in ('sandbox', 'stripe')),
  intent_id text unique,
  client_secret text unique,
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null default 'usd',
  status text not null check (status in ('opening', 'open', 'succeeded', 'refund_due', 'refunded', 'cancelled')),
  paid_cents integer,
  paid_at timestamptz,
  -- After it the intent is cancelled; money that comes all the same still brings its credits.
  expires_at timestamptz not null,
  -- Tries of the reconciler that failed, and when it tries again.
  failures integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint purchase_month_once unique (subscription_id, period),
  constraint purchase_renewal_of check (kind <> 'renewal' or (subscription_id is not null and period is not null))
);
-- Whoever asks again gets the same payment.
create unique index purchase_open_once on purchase (account_id, kind) where status in ('opening', 'open') and kind <> 'renewal';
create index purchase_unsettled on purchase (id) where status in ('opening', 'open', 'refund_due');
create index purchase_of_account on purchase (account_id, id desc);
create trigger purchase_of_living before insert on purchase
  for each row execute function refuse_deleted_account('account_id');

-- Every movement of the money of a purchase, once. Append-only.
create table purchase_entry (
  id bigint generated always as identity primary key,
  purchase_id uuid not null references purchase (id),
  kind text not null check (kind in ('charge', 'refund', 'outside_refund', 'refund_failed', 'dispute', 'dispute_returned')),
  amount_cents integer not null check (amount_cents > 0),
  provider_reference text,
  at timestamptz not null
);
create unique index purchase_entry_once on purchase_entry (purchase_id, kind) where kind in ('charge', 'refund');
create unique index purchase_entry_outside_once on purchase_entry (kind, provider_reference)
  where kind not in ('charge', 'refund');
create index purchase_entry_of on purchase_entry (purchase_id);
create trigger purchase_entry_append_only before update or delete on purchase_entry
  for each row execute function refuse_change();
create trigger purchase_entry_no_truncate before truncate on purchase_entry
  for each statement execute function refuse_change();

-- Turns paid money into credits, with its entries and the receipt's job, or marks it to go back. Called by the browser, the
-- webhook and the reconciler alike, any number of times, in any order.
-- p: amount_cents (what is left of what came in), subscription_id, entry_id, mail_id (new ids), customer, method (of a card
--    that was left), period_start, period_end, anchor_at, anchor_months (of the month that this pays)
create function settle_purchase(p_intent text, p jsonb, p_now timestamptz)
returns table (outcome text, purchase_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  pur purchase;
  sub subscription;
begin
  select * into pur from purchase where intent_id = p_intent;
  if not found then return; end if;
  -- Whoever deletes the account waits, and the other way round.
  perform from account where id = pur.account_id for key share;
  select * into pur from purchase where id = pur.id for update;
  if pur.status in ('succeeded', 'refund_due', 'refunded') then
    return query select pur.status, pur.id; return;
  end if;

  begin
    if (p ->> 'amount_cents')::integer <> pur.amount_cents
      or exists (select from account where id = pur.account_id and deleted_at is not null) then
      raise exception using errcode = 'unique_violation';
    end if;
    if pur.kind = 'first_month' then
      insert into subscription (id, account_id, provider, customer_ref, method_ref, status, period, period_start, period_end,
        anchor_at, anchor_months, next_try_at, created_at, updated_at)
      values ((p ->> 'subscription_id')::uuid, pur.account_id, pur.provider, p ->> 'customer', p ->> 'method', 'active', 0,
        (p ->> 'period_start')::timestamptz, (p ->> 'period_end')::timestamptz, (p ->> 'anchor_at')::timestamptz,
        (p ->> 'anchor_months')::integer, (p ->> 'period_end')::timestamptz, p_now, p_now)
      returning * into sub;
      update purchase set subscription_id = sub.id, period = 0 where id = pur.id;
    elsif pur.kind = 'renewal' then
      update subscription set status = 'active', period = pur.period, period_start = (p ->> 'period_start')::timestamptz,
        period_end = (p ->> 'period_end')::timestamptz, anchor_at = (p ->> 'anchor_at')::timestamptz,
        anchor_months = (p ->> 'anchor_months')::integer, tries = 0, next_try_at = (p ->> 'period_end')::timestamptz,
        customer_ref = coalesce(p ->> 'customer', customer_ref), method_ref = coalesce(p ->> 'method', method_ref), updated_at = p_now
      where id = pur.subscription_id and status <> 'ended' and period = pur.period - 1
      returning * into sub;
      if not found then raise exception using errcode = 'unique_violation'; end if;
    end if;
  exception when unique_violation then
    update purchase set status = 'refund_due', paid_cents = (p ->> 'amount_cents')::integer, paid_at = p_now, updated_at = p_now
      where id = pur.id;
    return query select 'refund_due', pur.id; return;
  end;

  update purchase set status = 'succeeded', paid_cents = pur.amount_cents, paid_at = p_now, updated_at = p_now where id = pur.id;
  insert into purchase_entry (purchase_id, kind, amount_cents, provider_reference, at)
    values (pur.id, 'charge', pur.amount_cents, p_intent, p_now);
  perform case pur.kind
    when 'pack' then move_credits((p ->> 'entry_id')::uuid, pur.account_id, pur.credits, 'purchase', pur.id::text, p_now)
    else move_credits((p ->> 'entry_id')::uuid, pur.account_id, pur.credits, 'subscription', sub.id || ':' || sub.period, p_now) end;
  perform graphile_worker.add_job('credit.mail', json_build_object('id', p ->> 'mail_id', 'kind', 'receipt', 'subject', pur.id),
    max_attempts => 13);
  return query select 'settled', pur.id;
end $$;

-- As before (0015), and of money for credits too.
create or replace function record_outside_money(p_intent text, p_kind text, p_amount_cents integer, p_reference text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  pay payment;
  b booking;
begin
  select * into pay from payment where intent_id = p_intent;
  if not found then
    insert into purchase_entry (purchase_id, kind, amount_cents, provider_reference, at)
      select id, p_kind, p_amount_cents, p_reference, p_now from purchase where intent_id = p_intent on conflict do nothing;
    return found;
  end if;
  select * into b from booking where id = pay.booking_id;
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    values (pay.id, p_kind, p_amount_cents, p_reference, p_now) on conflict do nothing;
  if not found then return false; end if;
  perform append_compliance(b.property_id, b.id, 'money_moved_outside', p_now,
    jsonb_build_object('kind', p_kind, 'amount', p_amount_cents, 'reference', p_reference)::text);
  return true;
end $$;

alter table money_difference drop constraint money_difference_subject_kind_check;
alter table money_difference add constraint money_difference_subject_kind_check
  check (subject_kind in ('payment', 'booking', 'purchase'));

-- The embedded provider's: who leaves his card with an intent, and what becomes of it later. Never the card.
alter table sandbox_intent add column customer text;
alter table sandbox_intent add column later text check (later in ('paid', 'declined', 'action'));
create index sandbox_intent_by_customer on sandbox_intent (customer) where customer is not null;
