-- The overview lists the refunds that wait for an answer, however long ago the showing was.
create index booking_refund_asked on booking (owner_id) where refund_requested_at is not null and refund_decision is null;
