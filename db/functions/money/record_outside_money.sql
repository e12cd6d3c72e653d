-- Records money that moved outside the product, once, and logs it for a booking. Returns whether it was new and belongs to
-- an order. A bank that takes money back settles a refund that is due: we end it at once rather than at its next try. If the
-- bank returns the money, the refund is due again. What we only authorized or released was never charged, so no one can
-- refund it.
-- p_kind: outside_refund | refund_failed | dispute | dispute_returned
create or replace function record_outside_money(p_intent text, p_kind text, p_amount_cents integer, p_reference text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  pay payment;
begin
  select * into pay from payment where intent_id = p_intent;
  if not found then return false; end if;
  if p_kind = 'outside_refund' and (pay.status = 'authorized'
    or exists (select from money_entry where payment_id = pay.id and kind = 'release')) then return false; end if;
  if p_kind in ('dispute', 'dispute_returned') then
    -- In the order of record_due_money and settle_order.
    perform from booking where id = pay.booking_id for no key update;
    select * into pay from payment where id = pay.id for update;
  end if;
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    values (pay.id, p_kind, p_amount_cents, p_reference, p_now) on conflict do nothing;
  if not found then return false; end if;
  perform append_compliance(property_id, id, 'money_moved_outside', p_now,
      jsonb_build_object('kind', p_kind, 'amount', p_amount_cents, 'reference', p_reference)::text)
    from booking where id = pay.booking_id;
  if p_kind not in ('dispute', 'dispute_returned') then return true; end if;
  if p_kind = 'dispute_returned' and pay.status = 'refunded' and returned_amount(pay.id) < coalesce(pay.paid_cents, pay.amount_cents) then
    update payment set status = 'refund_due', updated_at = p_now where id = pay.id returning * into pay;
  end if;
  if pay.status = 'refund_due' then
    update payment_retry set next_at = p_now where payment_id = pay.id and next_at > p_now;
    perform graphile_worker.add_job('lifecycle.move-money', json_build_object('bookingId', b.id), max_attempts => 3)
      from booking b where b.id = pay.booking_id and b.status not in ('held', 'lapsed');
  end if;
  return true;
end $$;
