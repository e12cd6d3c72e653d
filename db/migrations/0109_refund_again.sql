-- Expand: a bank returns money that it took back in a dispute, and we refund it after all. A payment has one entry of the
-- kind 'refund', so this later refund has its own kind, once by the provider's reference. 0110 checks the rows that exist.
alter table money_entry
  drop constraint money_entry_kind_check,
  add constraint money_entry_kind_check check (kind in ('authorize', 'charge', 'refund', 'release', 'letter_refund',
    'outside_refund', 'refund_failed', 'dispute', 'dispute_returned', 'refund_again')) not valid;
