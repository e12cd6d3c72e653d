-- Opens an intent of the embedded provider for a new order, in the order's transaction.
-- p: the order's intent_id, client_secret, amount_cents, capture, and created_at. p_key: the provider's idempotency
-- key.
create or replace function open_sandbox_intent(p payment, p_key text, p_expires_at timestamptz) returns void language sql as $$
  insert into sandbox_intent (id, client_secret, idempotency_key, amount_cents, currency, capture, status, expires_at, created_at)
  values (p.intent_id, p.client_secret, p_key, p.amount_cents, 'usd', p.capture, 'requires_payment_method', p_expires_at, p.created_at)
$$;
