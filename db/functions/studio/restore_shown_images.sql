create or replace function restore_shown_images() returns trigger language plpgsql as $$
begin
  perform show_images(old.account_id, null);
  return null;
end $$;

create or replace trigger suspension_restores_images after delete on suspension for each row execute function restore_shown_images();
