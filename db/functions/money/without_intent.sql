-- A payment's intent at the provider is for the provider and for us. Agents know a payment by its own id, which opens nothing.
-- The log is append-only: entries from before keep the intent, and are read through this.
-- The embedded provider makes the id of a refund from that of the intent: `pi_x` is refunded by `re_x`.
create or replace function without_intent(p_text text, p payment) returns text language sql immutable as $$
  select case when p.intent_id is null then p_text
    else replace(replace(p_text, p.intent_id, p.id::text), substr(p.intent_id, 4), p.id::text) end
$$;
