-- Ends a hold that no one will pay for, unless it changed since the caller read it.
-- p_is_over: the hold's intent is canceled or never existed. Otherwise, the reconciler still watches the payment.
create or replace function release_hold(p_booking uuid, p_revision integer, p_intent text, p_is_over boolean, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  perform 1 from booking where id = p_booking for no key update;
  update payment set status = case when p_is_over then 'cancelled' else status end, revision = revision + 1, updated_at = p_now
    where booking_id = p_booking and revision = p_revision and intent_id is not distinct from p_intent and status in ('opening', 'open');
  if not found then return false; end if;
  update booking set status = 'lapsed', updated_at = p_now where id = p_booking and status = 'held';
  return true;
end $$;
