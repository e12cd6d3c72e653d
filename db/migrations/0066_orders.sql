-- A payment is an order: what somebody pays for, whatever it is. Payments of credits were rows of their own, with a ledger,
-- retries and states beside those of showings.

alter table payment
  add column kind text not null default 'showing',
  add column account_id uuid references account (id),
  alter column booking_id drop not null;
update payment set kind = 'demo' from booking where booking.id = payment.booking_id and booking.is_demo;

insert into payment (id, kind, account_id, provider, intent_id, client_secret, amount_cents, currency, capture, status, paid_cents,
    paid_at, created_at, updated_at)
  select id, kind, account_id, provider, intent_id, client_secret, amount_cents, currency, 'automatic', status, paid_cents,
    paid_at, created_at, updated_at
  from purchase;
insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
  select purchase_id, kind, amount_cents, provider_reference, at from purchase_entry order by id;

-- What waits for another card is asked for each hour without having failed.
alter table payment_retry
  drop constraint payment_retry_failures_check,
  add constraint payment_retry_failures_check check (failures >= 0);
insert into payment_retry (payment_id, failures, next_at)
  select id, failures, retry_at from purchase where retry_at is not null and status in ('opening', 'open', 'refund_due');

alter table payment
  add constraint payment_kind_check check (kind in ('showing', 'demo', 'pack', 'first_month', 'renewal')),
  add constraint payment_holder check (
    case when kind in ('showing', 'demo') then booking_id is not null and account_id is null
      else account_id is not null and booking_id is null end);
create unique index payment_open_once on payment (account_id, kind) where status in ('opening', 'open') and kind in ('pack', 'first_month');
create index payment_of_account on payment (account_id, id desc) where account_id is not null;

drop table purchase_entry;
drop trigger purchase_of_living on purchase;
drop index purchase_open_once, purchase_of_account, purchase_unsettled;
alter table purchase
  drop constraint purchase_renewal_of,
  drop column account_id, drop column kind, drop column provider, drop column intent_id, drop column client_secret,
  drop column amount_cents, drop column currency, drop column status, drop column paid_cents, drop column paid_at,
  drop column failures, drop column retry_at, drop column updated_at,
  add constraint purchase_of_payment foreign key (id) references payment (id),
  add constraint purchase_month_whole check ((subscription_id is null) = (period is null));
drop function settle_booking(text, jsonb, timestamptz), settle_purchase(text, jsonb, timestamptz);
