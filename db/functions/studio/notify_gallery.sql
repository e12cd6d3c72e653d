-- The gallery's kept page says these too.
create or replace function notify_gallery() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'gallery');
  return null;
end $$;

create or replace trigger image_looks_changed after update of look, thumbhash, used_params on image for each row
  when (new.visibility = 'public' and new.removed_at is null
    and (old.look, old.thumbhash, old.used_params) is distinct from (new.look, new.thumbhash, new.used_params))
  execute function notify_gallery();
create or replace trigger creator_named_anew after update of username, settings on profile for each row
  when (new.gallery_count > 0 and old.shown_name is distinct from new.shown_name)
  execute function notify_gallery();
