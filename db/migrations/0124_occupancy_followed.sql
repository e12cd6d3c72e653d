-- concurrently
-- Expand: logs for each showing ahead who lives there now, if that changed after the booking, in parts, so that no one waits
-- for all of them. Servers of the previous version ignore the entries.
do $$
  declare
    one record;
  begin
    for one in
      select b.id, b.property_id, n.occupant
      from booking b join property r on r.id = b.property_id
      cross join lateral (
        select e.payload::jsonb as payload from compliance_entry e
        where e.booking_id = b.id and e.event in ('booked', 'occupancy_changed') order by e.sequence desc limit 1) l
      cross join lateral (
        select nullif(trim(concat_ws(' ', r.resident_first_name, r.resident_last_name)), '') as name,
          nullif(trim(r.resident_phone), '') as phone, nullif(trim(r.resident_email), '') as email) t
      cross join lateral (
        select nullif(trim(coalesce(r.owner_entity_name, concat_ws(' ', r.owner_first_name, r.owner_last_name))), '') as name,
          nullif(trim(r.owner_phone), '') as phone, nullif(trim(r.owner_email), '') as email) o
      cross join lateral (
        select jsonb_build_object('occupancy', r.occupancy_status, 'residentInfo', case r.occupancy_status
          when 'resident' then jsonb_build_object('name', t.name, 'phone', t.phone, 'email', t.email)
          when 'owner' then jsonb_build_object('name', coalesce(t.name, o.name), 'phone', coalesce(t.phone, o.phone),
            'email', coalesce(t.email, o.email)) end) as occupant) n
      where b.status in ('pending', 'confirmed') and b.starts_at > now() and not b.is_demo and l.payload ? 'occupancy'
        and jsonb_build_object('occupancy', l.payload -> 'occupancy', 'residentInfo', l.payload -> 'residentInfo') <> n.occupant
    loop
      update booking set remind_at = now() where id = one.id and status = 'confirmed' and starts_at > now();
      perform append_compliance(one.property_id, one.id, 'occupancy_changed', now(), one.occupant::text);
      commit;
    end loop;
  end $$;
