-- The ledger entries that count. The failure of a refund counts only if the ledger has that refund: a refund that
-- failed at once has no entry of its own.
create or replace view counted_entry as
  select * from money_entry m where m.kind <> 'refund_failed' or exists (
    select from money_entry r where r.payment_id = m.payment_id and r.provider_reference = m.provider_reference
      and r.kind in ('refund', 'refund_again', 'letter_refund', 'outside_refund'));
