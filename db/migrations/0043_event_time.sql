-- To the millisecond, as lists say it: so that a list's order is its index's.
alter table payment_event alter column received_at type timestamptz(3);
alter table vendor_event alter column received_at type timestamptz(3);
alter table stray_event alter column received_at type timestamptz(3);
