-- The share page says how often it was seen and shared.
create or replace function notify_counts_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'counts:' || new.id);
  return null;
end $$;

create or replace trigger property_counts_changed after update of view_count, share_count on property for each row
  when ((old.view_count, old.share_count) is distinct from (new.view_count, new.share_count))
  execute function notify_counts_changed();
