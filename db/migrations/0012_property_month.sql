-- What the reports add up: the figures of one home in one month of its own zone, counted where each thing happens.
-- Without it a report of 50,000 bookings would read 50,000 payments and 300,000 notices. Demo homes are left out.
create table property_month (
  property_id uuid not null references property (id) on delete cascade,
  owner_id uuid not null references account (id),
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- By the month in which it was booked, also what was called off later.
  booked integer not null default 0,
  cancelled integer not null default 0,
  -- By the month in which it happened.
  revenue_cents bigint not null default 0,
  notices_sent integer not null default 0,
  notices_not_sent integer not null default 0,
  views integer not null default 0,
  primary key (property_id, month)
-- No index holds a counter, and each page has room: a count is written in place.
) with (fillfactor = 70);
create index property_month_by_owner on property_month (owner_id, month);

-- Each of the three counts takes the lock of the log's writers (append_compliance) before it writes: with always the same order
-- two never wait for one another. They are written out, not shared: they are on the way of every booking.
create function count_booking() returns trigger language plpgsql as $$
declare
  is_new boolean := tg_op = 'INSERT' or old.status in ('held', 'lapsed');
  was_off boolean := not is_new and old.status in ('cancelled', 'declined');
begin
  perform pg_advisory_xact_lock(hashtextextended('compliance:' || new.property_id, 0));
  insert into property_month as m (property_id, owner_id, month, booked, cancelled)
    values (new.property_id, new.owner_id, date_trunc('month', coalesce(new.booked_at, new.updated_at) at time zone new.time_zone)::date,
      is_new::integer, (new.status in ('cancelled', 'declined'))::integer - was_off::integer)
  on conflict (property_id, month) do update set booked = m.booked + excluded.booked, cancelled = m.cancelled + excluded.cancelled;
  return null;
end $$;
create trigger booking_counted after update of status on booking for each row
  when (not new.is_demo and new.status not in ('held', 'lapsed')
    and (old.status in ('held', 'lapsed') or (old.status in ('cancelled', 'declined')) <> (new.status in ('cancelled', 'declined'))))
  execute function count_booking();
create trigger booking_counted_at_once after insert on booking for each row
  when (not new.is_demo and new.status not in ('held', 'lapsed')) execute function count_booking();

-- Money that was taken, less what went back; an authorisation alone is neither.
create function count_money() returns trigger language plpgsql as $$
begin
  insert into property_month as m (property_id, owner_id, month, revenue_cents)
    select b.property_id, b.owner_id, date_trunc('month', new.at at time zone b.time_zone)::date,
      case new.kind when 'charge' then new.amount_cents else -new.amount_cents end
    from payment p join booking b on b.id = p.booking_id,
      pg_advisory_xact_lock(hashtextextended('compliance:' || b.property_id, 0))
    where p.id = new.payment_id and not b.is_demo
  on conflict (property_id, month) do update set revenue_cents = m.revenue_cents + excluded.revenue_cents;
  return null;
end $$;
create trigger money_counted after insert on money_entry for each row
  when (new.kind in ('charge', 'refund')) execute function count_money();

-- A message counts once it is in the log, sent or not.
create function count_notices() returns trigger language plpgsql as $$
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
create trigger notices_counted after update on notification referencing old table as before_it new table as after_it
  for each statement execute function count_notices();

-- The days of a home are written by whoever counts its visitors; the months follow.
create function count_views() returns trigger language plpgsql as $$
begin
  insert into property_month as m (property_id, owner_id, month, views)
    select p.id, p.owner_id, date_trunc('month', new.day)::date, new.views - case tg_op when 'UPDATE' then old.views else 0 end
    from property p where p.id = new.property_id and not p.is_demo
  on conflict (property_id, month) do update set views = m.views + excluded.views;
  return null;
end $$;
create trigger views_counted after insert on property_day for each row
  when (new.views <> 0) execute function count_views();
create trigger views_counted_again after update on property_day for each row
  when (new.views <> old.views) execute function count_views();

-- How long a buyer waited for the agent's word. One that the system declines because its time ran out was never answered.
alter table booking add column decided_at timestamptz;

create function set_decided_at() returns trigger language plpgsql as $$
begin
  if new.status = 'confirmed' or new.updated_at < old.decision_due_at then new.decided_at := new.updated_at; end if;
  return new;
end $$;
create trigger booking_decided before update of status on booking for each row
  when (old.status = 'pending' and new.status in ('confirmed', 'declined')) execute function set_decided_at();
create index booking_answered on booking (owner_id, decided_at) include (booked_at, property_id)
  where decided_at is not null and not is_demo;

-- What has happened so far.
with counted as (
  select b.property_id, date_trunc('month', coalesce(b.booked_at, b.created_at) at time zone b.time_zone)::date as month,
    count(*)::integer as booked, count(*) filter (where b.status in ('cancelled', 'declined'))::integer as cancelled,
    0::bigint as revenue, 0 as sent, 0 as not_sent, 0 as views
  from booking b where b.status not in ('held', 'lapsed') and not b.is_demo group by 1, 2
  union all
  select b.property_id, date_trunc('month', m.at at time zone b.time_zone)::date, 0, 0,
    sum(case m.kind when 'charge' then m.amount_cents else -m.amount_cents end), 0, 0, 0
  from money_entry m join payment p on p.id = m.payment_id join booking b on b.id = p.booking_id
  where m.kind in ('charge', 'refund') and not b.is_demo group by 1, 2
  union all
  select b.property_id, date_trunc('month', n.logged_at at time zone b.time_zone)::date, 0, 0, 0,
    count(*) filter (where n.status = 'sent')::integer, count(*) filter (where n.status <> 'sent')::integer, 0
  from notification n join booking b on b.id = n.booking_id where n.logged_at is not null and not b.is_demo group by 1, 2
  union all
  select d.property_id, date_trunc('month', d.day)::date, 0, 0, 0, 0, 0, sum(d.views)::integer
  from property_day d join property p on p.id = d.property_id where not p.is_demo group by 1, 2
)
insert into property_month (property_id, owner_id, month, booked, cancelled, revenue_cents, notices_sent, notices_not_sent, views)
select c.property_id, p.owner_id, c.month, sum(booked), sum(cancelled), sum(revenue), sum(sent), sum(not_sent), sum(views)
from counted c join property p on p.id = c.property_id
group by 1, 2, 3;
