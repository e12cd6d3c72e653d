-- A payment that comes after its hold ended needs free destinations. Otherwise, fulfil_showing refuses it and we refund
-- it.
create or replace function keep_demo_destinations() returns trigger language plpgsql as $$
begin
  update demo_destination set is_taken = new.status <> 'lapsed' where booking_id = new.id;
  return new;
exception when unique_violation then
  raise exclusion_violation using message = 'one of these destinations already had a demo today';
end $$;

create or replace trigger booking_demo_kept before update of status on booking for each row
  when (new.is_demo and (old.status = 'lapsed') <> (new.status = 'lapsed')) execute function keep_demo_destinations();
