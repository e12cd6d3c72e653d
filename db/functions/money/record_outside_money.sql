-- Writes down money that moved without us, of a booking or of credits, and logs it; any number of times. Was it new?
-- p_kind: outside_refund | refund_failed | dispute | dispute_returned
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
