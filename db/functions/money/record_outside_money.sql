-- Records money that moved outside the product, once, and logs it for a booking. Returns whether it was new and belongs to
-- an order.
-- p_kind: outside_refund | refund_failed | dispute | dispute_returned
create or replace function record_outside_money(p_intent text, p_kind text, p_amount_cents integer, p_reference text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  pay payment;
begin
  select * into pay from payment where intent_id = p_intent;
  if not found then return false; end if;
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    values (pay.id, p_kind, p_amount_cents, p_reference, p_now) on conflict do nothing;
  if not found then return false; end if;
  perform append_compliance(property_id, id, 'money_moved_outside', p_now,
      jsonb_build_object('kind', p_kind, 'amount', p_amount_cents, 'reference', p_reference)::text)
    from booking where id = pay.booking_id;
  return true;
end $$;
