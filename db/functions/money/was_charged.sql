create or replace function was_charged(p_payment uuid) returns boolean language sql stable as $$
  select exists (select from money_entry where payment_id = p_payment and kind = 'charge')
$$;
