create or replace function profile_shows() returns trigger language plpgsql as $$
begin
  perform show_images(new.account_id, null);
  return null;
end $$;

create or replace trigger profile_shows_images after insert on profile for each row execute function profile_shows();
