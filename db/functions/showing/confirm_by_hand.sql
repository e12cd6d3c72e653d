-- Confirms a booking after hold_by_hand kept its slot in the same transaction. The agent booked it, so it needs no
-- approval.
-- p: confirmation_number, and notifications and payload as in announce_booking.
create or replace function confirm_by_hand(p_booking uuid, p jsonb, p_now timestamptz) returns void language plpgsql as $$
declare
  b booking;
begin
  update booking set status = 'confirmed', confirmation_number = p ->> 'confirmation_number', booked_at = p_now
    where id = p_booking and status = 'held' and amount_cents = 0 returning * into strict b;
  perform announce_booking(b, p, p_now);
end $$;
