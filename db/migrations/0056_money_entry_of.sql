-- The entries of a payment, which every reconciliation reads for every booking. Since 0015 only some kinds had an index.
create index money_entry_of on money_entry (payment_id);
drop index money_entry_outside;
