-- The kept gallery page also shows these.
create or replace trigger image_looks_changed after update of look, thumbhash, used_params on image for each row
  when (new.visibility = 'public' and new.removed_at is null
    and (old.look, old.thumbhash, old.used_params) is distinct from (new.look, new.thumbhash, new.used_params))
  execute function record_row_event('image.changed');
