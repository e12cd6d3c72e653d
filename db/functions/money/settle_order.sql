-- Ends a paid order as exactly one of what was bought or money that goes back. Called by the browser, the webhook and the
-- reconciler alike, any number of times, in any order. What is bought is locked before the order, by everybody; a booking
-- "for no key update", here as in every function: whoever holds the order and writes a message of the booking must not wait.
-- p: provider_status (succeeded | requires_capture), amount_cents (what is left of what came in), revision (of the order, as it
--    was read; absent: any), and what the fulfilment of its kind takes: fulfil_showing, fulfil_credits.
-- Answers settled, fulfilled (it was before), changed (it is not as it was read), refund_due or refunded; null: no such order.
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
    -- Whoever deletes the account waits, and the other way round.
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
