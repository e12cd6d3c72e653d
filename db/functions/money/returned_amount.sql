-- Returns how much of a payment went back to the payer: every refund that did not fail, and what the payer's bank took
-- back in a dispute and did not return. The provider can refund only the rest.
create or replace function returned_amount(p_payment uuid) returns integer language sql stable as $$
  select coalesce(sum(case kind when 'dispute_returned' then -amount_cents else amount_cents end), 0)::integer
  from money_entry m
  where payment_id = p_payment
    and kind in ('refund', 'refund_again', 'letter_refund', 'outside_refund', 'dispute', 'dispute_returned')
    and not exists (select from money_entry f where f.payment_id = p_payment and f.kind = 'refund_failed'
      and f.provider_reference = m.provider_reference)
$$;
