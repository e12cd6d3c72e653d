-- Returns who lives at a property, as the compliance log says it: occupancy, and residentInfo with the person to notify.
-- occupantOf in TypeScript chooses the same person.
create or replace function occupant_of(p property) returns jsonb language sql stable as $$
  select jsonb_build_object('occupancy', p.occupancy_status, 'residentInfo', case p.occupancy_status
    when 'resident' then jsonb_build_object('name', r.name, 'phone', r.phone, 'email', r.email)
    when 'owner' then jsonb_build_object('name', coalesce(r.name, o.name), 'phone', coalesce(r.phone, o.phone),
      'email', coalesce(r.email, o.email)) end)
  from (select nullif(trim(concat_ws(' ', p.resident_first_name, p.resident_last_name)), '') as name,
      nullif(trim(p.resident_phone), '') as phone, nullif(trim(p.resident_email), '') as email) r,
    (select nullif(trim(coalesce(p.owner_entity_name, concat_ws(' ', p.owner_first_name, p.owner_last_name))), '') as name,
      nullif(trim(p.owner_phone), '') as phone, nullif(trim(p.owner_email), '') as email) o
$$;
