-- This trigger runs at the end of the transaction, because a reschedule changes the booking first and plans its letter
-- later.
create or replace function owe_for_booking() returns trigger language plpgsql as $$
begin
  perform owe_letter_refund(new.id);
  return null;
end $$;
