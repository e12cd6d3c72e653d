-- Rendered pages are kept in every process's memory; what they say is dropped the moment it changes.
-- The payload is a cache tag (see src/platform/page-cache.ts).
create or replace function notify_property_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'property:' || coalesce(new.id, old.id));
  return null;
end $$;

-- Counters do not appear on the booking page and must not evict it.
create or replace trigger property_changed after update on property for each row
  when ((old.version, old.status, old.deleted_at) is distinct from (new.version, new.status, new.deleted_at))
  execute function notify_property_changed();
create or replace trigger property_gone after delete on property for each row execute function notify_property_changed();
