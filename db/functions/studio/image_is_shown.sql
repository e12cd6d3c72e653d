create or replace function image_is_shown() returns trigger language plpgsql as $$
begin
  perform from account where id = new.account_id for key share;
  if new.visibility = 'public' and new.removed_at is null then
    perform show_images(new.account_id, new.id);
  else
    delete from shown_image where image_id = new.id;
  end if;
  return null;
end $$;

create or replace trigger image_shown after update of visibility, removed_at on image for each row
  when (old.visibility is distinct from new.visibility or old.removed_at is distinct from new.removed_at)
  execute function image_is_shown();
create or replace trigger image_shown_first after insert on image for each row
  when (new.visibility = 'public') execute function image_is_shown();
