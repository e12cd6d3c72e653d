-- Records a finished capture or refund once, with its ledger entries, log entry, and messages. We announce a refund in
-- any state of the showing. The amount, also in the log, excludes what already went back: a letter's price, what we and
-- others refunded, and what a bank took back.
-- p: from (capture_due | refund_due), to, entries [{ kind, amount_cents, reference }], cancels, event (absent: the log
-- has it already), payload (text; we add the amount of a refund or release), notifications.
create or replace function record_due_money(p_payment uuid, p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b booking;
  pay payment;
  messages jsonb;
  returned integer;
begin
  select k.* into b from booking k join payment m on m.booking_id = k.id where m.id = p_payment for no key update of k;
  select * into pay from payment where id = p_payment for update;
  if pay.status is distinct from p ->> 'from' then return false; end if;
  update payment set status = p ->> 'to', updated_at = p_now where id = pay.id;
  with entry as (
    insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
      select pay.id, e.kind, e.amount, e.reference, p_now
      from (select m.step, m.reference, m.amount_cents - case when m.kind = 'refund' then returned_amount(pay.id) else 0 end as amount,
          -- After we refunded the rest, the bank returned what it had taken back.
          case when m.kind = 'refund' and exists (select from money_entry r where r.payment_id = pay.id and r.kind = 'refund')
            then 'refund_again' else m.kind end as kind
        from jsonb_to_recordset(p -> 'entries') as m(step integer, kind text, amount_cents integer, reference text)) e
      where e.amount > 0 order by e.step
      on conflict do nothing
      returning kind, amount_cents)
  select coalesce(sum(amount_cents) filter (where kind <> 'charge'), 0) into returned from entry;
  if p ->> 'to' = 'refunded' then
    update letter_refund set done_at = p_now where payment_id = pay.id and done_at is null;
  end if;
  if (p ->> 'cancels')::boolean and b.status in ('pending', 'confirmed') then
    messages := without_needless_cancellation(b.id, p -> 'notifications');
    update booking set status = 'cancelled', cancelled_by = 'system', calendar_sequence = calendar_sequence + 1, updated_at = p_now
      where id = b.id;
    perform cancel_queued_messages(b.id);
    perform plan_notifications(b.id, messages, p_now);
  elsif not (p ->> 'cancels')::boolean and (b.status = 'confirmed' or p ->> 'to' = 'refunded') then
    -- If a bank returns what it took back, we refund twice. We announce only the first refund.
    perform plan_notifications(b.id, (
      select jsonb_agg(m) from jsonb_array_elements(p -> 'notifications') m
      where m ->> 'event' <> 'refunded' or not exists (select from notification n
        where n.booking_id = b.id and n.round = b.calendar_sequence and n.event = 'refunded')), p_now);
  end if;
  -- A failed charge does not cancel a showing that is over.
  if p ->> 'event' is null then return true; end if;
  perform append_compliance(b.property_id, b.id,
    case when (p ->> 'cancels')::boolean and b.status not in ('pending', 'confirmed') then 'charge_failed' else p ->> 'event' end,
    p_now, case when p ->> 'event' in ('refunded', 'released')
      then ((p ->> 'payload')::jsonb || jsonb_build_object('amount', returned))::text else p ->> 'payload' end);
  return true;
end $$;
