-- Hides the provider's ID of a payment intent. Agents see the payment's own ID, which gives no access.
-- The log is append-only, so old entries keep the intent and we read them through this function.
-- The embedded provider derives a refund's ID from the intent's: `re_x` refunds `pi_x`.
create or replace function without_intent(p_text text, p payment) returns text language sql immutable as $$
  select case when p.intent_id is null then p_text
    else replace(replace(p_text, p.intent_id, p.id::text), substr(p.intent_id, 4), p.id::text) end
$$;
