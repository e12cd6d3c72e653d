-- The agent's own time. An agent who shows alone is never booked at two properties at once, and keeps time to travel between them.
alter table agent_profile
  add column shows_alone boolean not null default false,
  add column travel_minutes smallint not null default 0
    constraint agent_profile_travel_minutes_check check (travel_minutes between 0 and 120);

-- The stretch that a showing takes of its agent's time: what it blocks at its property, or its half hour and the way to the next
-- property, whichever is longer. "to_timestamp" because adding an interval is not immutable.
create function agent_range(p_during tstzrange, p_ends_at timestamptz, p_travel_minutes smallint) returns tstzrange
language sql immutable parallel safe as $$
  select case when p_travel_minutes is not null then tstzrange(lower(p_during),
    greatest(upper(p_during), to_timestamp(extract(epoch from p_ends_at)::double precision + p_travel_minutes * 60))) end
$$;

-- travel_minutes null: the agent does not show alone, or it is a demo. shown_by: somebody else shows it.
alter table booking
  add column travel_minutes smallint constraint booking_travel_minutes_check check (travel_minutes between 0 and 120),
  add column shown_by text constraint booking_shown_by_check check (length(shown_by) between 1 and 80),
  add column agent_time tstzrange generated always as (
    case when shown_by is null then agent_range(during, ends_at, travel_minutes) end) stored;
alter table booking add constraint booking_agent_alone
  exclude using gist (owner_id with =, property_id with <>, agent_time with &&)
  where (status in ('held', 'pending', 'confirmed', 'completed', 'no_show') and agent_time is not null);
