create or replace function lock_account_of_image() returns trigger language plpgsql as $$
begin
  perform from account where id = old.account_id for key share;
  return old;
end $$;

create or replace trigger image_goes before delete on image for each row execute function lock_account_of_image();
