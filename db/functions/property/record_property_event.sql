-- Records a property's changes as events, and which of them its owner's recent activity shows.
create or replace function record_property_event() returns trigger language plpgsql as $$
declare
  name text := case
    when tg_op = 'INSERT' then 'property.added'
    when new.deleted_at is not null and old.deleted_at is null then 'property.deleted'
    when (new.status = 'listed') = (old.status = 'listed') then 'property.changed'
    when new.status = 'listed' then 'property.listed'
    else 'property.unlisted' end;
begin
  perform record_event(name, new.id, jsonb_build_object('owner', new.owner_id));
  if not new.is_demo and name <> 'property.changed' then
    insert into activity (owner_id, property_id, kind, at) values (new.owner_id, new.id, replace(name, '.', '_'),
      case name when 'property.added' then new.created_at when 'property.deleted' then new.deleted_at else new.updated_at end);
  end if;
  return null;
end $$;

create or replace trigger property_added after insert on property for each row execute function record_property_event();
-- The booking page does not show counters, so they must not drop it.
create or replace trigger property_changed after update on property for each row
  when ((old.version, old.status, old.deleted_at) is distinct from (new.version, new.status, new.deleted_at))
  execute function record_property_event();
