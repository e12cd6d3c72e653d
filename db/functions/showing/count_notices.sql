-- A message counts once it is in the log, sent or not.
create or replace function count_notices() returns trigger language plpgsql as $$
begin
  insert into property_month as m (property_id, owner_id, month, notices_sent, notices_not_sent)
    select told.property_id, told.owner_id, told.month, told.sent, told.not_sent
    from (
      select b.property_id, b.owner_id, date_trunc('month', n.logged_at at time zone b.time_zone)::date as month,
        count(*) filter (where n.status = 'sent') as sent, count(*) filter (where n.status <> 'sent') as not_sent
      from after_it n join before_it o on o.id = n.id join booking b on b.id = n.booking_id
      where o.logged_at is null and n.logged_at is not null and not b.is_demo
      group by 1, 2, 3 order by 1) told,
      pg_advisory_xact_lock(hashtextextended('compliance:' || told.property_id, 0))
  on conflict (property_id, month) do update set
    notices_sent = m.notices_sent + excluded.notices_sent, notices_not_sent = m.notices_not_sent + excluded.notices_not_sent;
  return null;
end $$;

create or replace trigger notices_counted after update on notification referencing old table as before_it new table as after_it
  for each statement execute function count_notices();
