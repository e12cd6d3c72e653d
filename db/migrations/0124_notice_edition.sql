-- concurrently
-- Expand: counts the notices of a showing for one start, and logs for each showing ahead who lives there now, if that changed
-- after the booking. Servers of the previous version ignore both.
do $$
  begin
    perform set_config('lock_timeout', '200ms', true);
    alter table booking add column if not exists notice_edition smallint not null default 0;
  end $$;
do $$
  declare
    one record;
  begin
    for one in
      select b.id, b.property_id, json_build_object('occupancy', r.occupancy_status, 'residentInfo',
        case when r.occupancy_status <> 'vacant' then json_build_object(
          'name', nullif(trim(concat_ws(' ', r.resident_first_name, r.resident_last_name)), ''),
          'phone', r.resident_phone, 'email', r.resident_email) end)::text as payload
      from booking b join property r on r.id = b.property_id cross join lateral (
        select e.payload::jsonb ->> 'occupancy' as occupancy from compliance_entry e
        where e.booking_id = b.id and e.event in ('booked', 'occupancy_changed') order by e.sequence desc limit 1) l
      where b.status in ('pending', 'confirmed') and b.starts_at > now() and not b.is_demo and l.occupancy <> r.occupancy_status
    loop
      update booking set remind_at = now() where id = one.id and status = 'confirmed' and starts_at > now();
      perform append_compliance(one.property_id, one.id, 'occupancy_changed', now(), one.payload);
      commit;
    end loop;
  end $$;
