-- The ledger entries that count. The failure of a refund counts only if the ledger has that refund: a refund that
-- failed at once has no entry of its own. Stripe lists the release of an authorization as a refund, and servers of 0.3.0
-- recorded it as one. Without a charge, such a refund is the release, once.
create or replace view counted_entry as
  select id, payment_id, case when kind = 'outside_refund' and not was_charged(payment_id) then 'release' else kind end as kind,
    amount_cents, provider_reference, at
  from money_entry m where case kind
    when 'outside_refund' then was_charged(payment_id) or not exists (
      select from money_entry r where r.payment_id = m.payment_id and r.kind = 'release')
    when 'refund_failed' then exists (
      select from money_entry r where r.payment_id = m.payment_id and r.provider_reference = m.provider_reference
        and (r.kind in ('refund', 'refund_again', 'letter_refund') or r.kind = 'outside_refund' and was_charged(m.payment_id)))
    else true end;
