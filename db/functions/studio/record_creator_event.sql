create or replace function record_creator_event() returns trigger language plpgsql as $$
begin
  perform record_event('creator.renamed', new.account_id);
  return null;
end $$;

create or replace trigger creator_renamed after update of username, settings on profile for each row
  when (new.gallery_count > 0 and old.shown_name is distinct from new.shown_name)
  execute function record_creator_event();
