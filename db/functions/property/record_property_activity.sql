create or replace function record_property_activity() returns trigger language plpgsql as $$
begin
  if not new.is_demo then
    if tg_op = 'INSERT' then
      insert into activity (owner_id, property_id, kind, at) values (new.owner_id, new.id, 'property_added', new.created_at);
    elsif new.deleted_at is not null and old.deleted_at is null then
      insert into activity (owner_id, property_id, kind, at) values (new.owner_id, new.id, 'property_deleted', new.deleted_at);
    elsif (new.status = 'listed') <> (old.status = 'listed') then
      insert into activity (owner_id, property_id, kind, at) values (
        new.owner_id, new.id, case new.status when 'listed' then 'property_listed' else 'property_unlisted' end, new.updated_at);
    end if;
  end if;
  perform pg_notify('dashboard', new.owner_id || ':property');
  return null;
end $$;

create or replace trigger property_activity after insert on property for each row execute function record_property_activity();
create or replace trigger property_activity_changed after update on property for each row
  when ((old.version, old.status, old.deleted_at) is distinct from (new.version, new.status, new.deleted_at))
  execute function record_property_activity();
