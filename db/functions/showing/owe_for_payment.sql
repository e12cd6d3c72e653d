create or replace function owe_for_payment() returns trigger language plpgsql as $$
begin
  perform owe_letter_refund(new.booking_id);
  return null;
end $$;
