-- The counter of page views writes a property's daily counts. This derives the monthly ones.
create or replace function count_views() returns trigger language plpgsql as $$
begin
  insert into property_month as m (property_id, owner_id, month, views)
    select p.id, p.owner_id, date_trunc('month', new.day)::date, new.views - case tg_op when 'UPDATE' then old.views else 0 end
    from property p where p.id = new.property_id and not p.is_demo
  on conflict (property_id, month) do update set views = m.views + excluded.views;
  return null;
end $$;

create or replace trigger views_counted after insert on property_day for each row
  when (new.views <> 0) execute function count_views();
create or replace trigger views_counted_again after update on property_day for each row
  when (new.views <> old.views) execute function count_views();
