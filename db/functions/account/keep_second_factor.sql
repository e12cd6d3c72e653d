-- The identity provider turns two-step verification on and off in several steps that it commits one by one. With this,
-- its first one decides: no account is on without a usable second factor, or off with one that blocks the next.
create or replace function keep_second_factor() returns trigger language plpgsql as $$
begin
  if new.two_factor_enabled then
    update account_second_factor set verified = true where account_id = new.id;
  else
    delete from account_second_factor where account_id = new.id;
  end if;
  return null;
end $$;

create or replace trigger account_keeps_second_factor after update of two_factor_enabled on account
  for each row when (old.two_factor_enabled is true is distinct from (new.two_factor_enabled is true))
  execute function keep_second_factor();
