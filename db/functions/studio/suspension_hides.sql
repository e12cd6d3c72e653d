create or replace function suspension_hides() returns trigger language plpgsql as $$
begin
  delete from shown_image where account_id = new.account_id;
  return null;
end $$;

create or replace trigger suspension_hides_images after insert on suspension for each row execute function suspension_hides();
