-- At the end of the transaction: a move changes the booking first and plans its letter then.
create or replace function owe_for_booking() returns trigger language plpgsql as $$
begin
  perform owe_letter_refund(new.id);
  return null;
end $$;
