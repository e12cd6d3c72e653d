-- Settles a paid order: either fulfills it or records that we owe a refund. The browser, the webhook, and the
-- reconciler call it any number of times, in any order. Every caller locks the booking or the account
-- before the payment. A booking is locked "for no key update", so that a transaction that holds the payment can write
-- a message of the booking without waiting.
-- p: provider_status (succeeded | requires_capture), amount_cents (received minus refunded), revision (of the order, as the
--    caller read it; absent: any), and the arguments of its kind's fulfillment: fulfil_showing, fulfil_credits.
-- Returns settled, fulfilled (already), changed (since the caller read it), refund_due, or refunded; null: no such order.
create or replace function settle_order(p_intent text, p jsonb, p_now timestamptz) returns text language plpgsql as $$
declare
  pay payment;
  is_fulfilled boolean;
  is_exact boolean;
  authorized boolean := p ->> 'provider_status' = 'requires_capture';
begin
  select * into pay from payment where intent_id = p_intent;
  if not found then return null; end if;
  if pay.booking_id is null then
    -- A deletion of the account waits for us, or we wait for it.
    perform from account where id = pay.account_id for key share;
    select * into pay from payment where id = pay.id for update;
    is_fulfilled := pay.status = 'succeeded';
  else
    select status not in ('held', 'lapsed') into is_fulfilled from booking where id = pay.booking_id for no key update;
    select * into pay from payment where id = pay.id for update;
  end if;
  if is_fulfilled then return 'fulfilled'; end if;
  if pay.status in ('refund_due', 'refunded') then return pay.status; end if;
  if (p ->> 'revision')::integer <> pay.revision then return 'changed'; end if;

  is_exact := (p ->> 'amount_cents')::integer = pay.amount_cents;
  is_fulfilled := case when pay.booking_id is null then fulfil_credits(pay, is_exact, p, p_now)
    else fulfil_showing(pay, is_exact, p, p_now) end;
  update payment set
    status = case when not is_fulfilled then 'refund_due' when authorized then 'authorized' else 'succeeded' end,
    paid_cents = (p ->> 'amount_cents')::integer, paid_at = p_now, updated_at = p_now
  where id = pay.id;
  if not is_fulfilled then return 'refund_due'; end if;
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    values (pay.id, case when authorized then 'authorize' else 'charge' end, pay.amount_cents, p_intent, p_now);
  return 'settled';
end $$;
