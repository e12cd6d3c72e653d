create or replace function refuse_other_owner() returns trigger language plpgsql as $$
begin
  raise exception 'a property keeps its owner, because its bookings name the same owner' using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger property_keeps_owner before update of owner_id on property for each row
  when (old.owner_id is distinct from new.owner_id) execute function refuse_other_owner();
