create or replace function lifting_shows() returns trigger language plpgsql as $$
begin
  perform show_images(old.account_id, null);
  return null;
end $$;

create or replace trigger lifting_shows_images after delete on suspension for each row execute function lifting_shows();
