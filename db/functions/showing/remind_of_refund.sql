-- Plans the one reminder of a refund request that no one has decided. Returns whether it did.
create or replace function remind_of_refund(p_booking uuid, p_messages jsonb, p_now timestamptz) returns boolean language plpgsql as $$
begin
  update booking set refund_reminded_at = p_now
    where id = p_booking and refund_requested_at is not null and refund_decision is null and status <> 'cancelled'
      and refund_reminded_at is null;
  if not found then return false; end if;
  perform plan_notifications(p_booking, p_messages, p_now);
  return true;
end $$;
