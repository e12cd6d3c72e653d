-- Records the refund of a letter's price once, with its ledger entry, log entry, and message. Returns whether this call
-- did it.
-- p: amount_cents, reference, notifications.
create or replace function record_letter_refund(p_payment uuid, p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b booking;
begin
  select k.* into b from booking k join payment m on m.booking_id = k.id where m.id = p_payment for no key update of k;
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    values (p_payment, 'letter_refund', (p ->> 'amount_cents')::integer, p ->> 'reference', p_now) on conflict do nothing;
  if not found then return false; end if;
  update letter_refund set done_at = p_now where payment_id = p_payment;
  perform append_compliance(b.property_id, b.id, 'letter_refunded', p_now,
    jsonb_build_object('amount', (p ->> 'amount_cents')::integer, 'reference', p ->> 'reference')::text);
  perform plan_notifications(b.id, p -> 'notifications', p_now);
  return true;
end $$;
