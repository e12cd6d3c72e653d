-- concurrently
-- Expand: when we reminded the agent of a refund request, and an index of the requests that wait for a decision, in order.
-- Servers of the previous version ignore both.
do $$
  begin
    perform set_config('lock_timeout', '200ms', true);
    alter table booking add column if not exists refund_reminded_at timestamptz;
  end $$;
drop index concurrently if exists booking_refund_waiting;
create index concurrently booking_refund_waiting on booking (refund_requested_at)
  where refund_requested_at is not null and refund_decision is null and status <> 'cancelled';
