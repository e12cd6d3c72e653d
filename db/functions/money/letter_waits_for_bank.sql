-- Says whether the payer's bank took back so much in a dispute that less than a letter's price is left to refund. The bank may
-- return the money, so the price stays owed.
create or replace function letter_waits_for_bank(p_payment uuid, p_price integer) returns boolean language sql stable as $$
  select p.amount_cents - returned_amount(p.id) < p_price
    and (select coalesce(sum(case kind when 'dispute' then amount_cents else -amount_cents end), 0) from money_entry
      where payment_id = p.id and kind in ('dispute', 'dispute_returned')) > 0
  from payment p where p.id = p_payment
$$;
