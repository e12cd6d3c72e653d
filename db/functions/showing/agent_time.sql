-- An agent's own time, and the order in which transactions take its locks. First, they lock the setting: shared for a
-- new booking, exclusive for a change of the setting. Next, they lock the time itself, one booking after another. Last,
-- they lock booking rows. Only a change to a booking locks its row before it queues for the time. That is safe because
-- the transaction that has the time waits only for held or expired rows, never for a booking that another transaction
-- is changing.

-- Returns the agent's travel minutes, or null if they do not show alone. The value cannot change before the transaction
-- ends.
create or replace function agent_travel(p_agent uuid) returns smallint language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('own time setting:' || p_agent, 0));
  return (select travel_minutes from agent_profile where account_id = p_agent and shows_alone);
end $$;

create or replace function queue_for_agent(p_agent uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('own time:' || p_agent, 0))
$$;

-- If the agent does not show alone, their bookings do not wait for each other, only for a new block-out
-- (block_out.sql).
create or replace function share_agent(p_agent uuid) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('own time:' || p_agent, 0))
$$;

-- Takes both locks of a new booking, in order. Returns the travel minutes, or null if the agent does not show alone.
create or replace function enter_agent_time(p_agent uuid) returns smallint language plpgsql as $$
declare
  travel smallint := agent_travel(p_agent);
begin
  if travel is null then perform share_agent(p_agent); else perform queue_for_agent(p_agent); end if;
  return travel;
end $$;

-- Returns whether the agent has blocked out the half hour of a showing.
create or replace function is_blocked_out(b booking) returns boolean language plpgsql as $$
begin
  return exists (select from block_out where account_id = b.owner_id and during && tstzrange(b.starts_at, b.ends_at));
end $$;

-- Returns whether a showing moves to the time that its agent proposed. If the agent blocked out that time later, the
-- buyer can still have it. end_proposal, an earlier trigger of the same statement, has closed the proposal by now.
create or replace function is_kept_for(b booking) returns boolean language plpgsql as $$
begin
  return exists (select from move_proposal q join booking k on k.id = q.slot_id
    where q.booking_id = b.id and q.answer = 'agreed' and q.answered_at = b.updated_at and k.starts_at = b.starts_at);
end $$;

-- Ends expired holds at the agent's other properties. Call it first, because the constraint's predicate cannot read the
-- clock.
create or replace function lapse_agent_holds(b booking, p_now timestamptz) returns void language sql as $$
  update booking set status = 'lapsed', updated_at = p_now
  where owner_id = b.owner_id and property_id <> b.property_id and status = 'held' and hold_expires_at <= p_now
    and agent_time && agent_range(b.during, b.ends_at, b.travel_minutes)
$$;

-- A booking needs the agent's time again when it moves, when a late payment takes its slot back, or when the agent decides to
-- show it themselves.
create or replace function take_agent_time() returns trigger language plpgsql as $$
begin
  if new.is_demo then return new; end if;
  if old.status = 'lapsed' then new.travel_minutes := enter_agent_time(new.owner_id);
  elsif new.travel_minutes is null then perform share_agent(new.owner_id);
  else perform queue_for_agent(new.owner_id); end if;
  if new.shown_by is not null then return new; end if;
  -- An agent can take a showing back even in their own block-out.
  if (old.status = 'lapsed' or old.during <> new.during) and is_blocked_out(new) and not is_kept_for(new) then
    raise exclusion_violation using message = 'the agent has blocked this time';
  end if;
  if new.travel_minutes is not null then perform lapse_agent_holds(new, new.updated_at); end if;
  return new;
end $$;

create or replace trigger booking_takes_agent_time before update of status, during, shown_by on booking for each row
  when (new.status in ('held', 'pending', 'confirmed', 'completed', 'no_show')
    and (old.status = 'lapsed' or old.during is distinct from new.during or (old.shown_by is not null and new.shown_by is null)))
  execute function take_agent_time();

-- Sets whether an agent shows alone, and their travel time. Null keeps the current value. Every upcoming showing gets
-- the new travel time. If showings are too close together, the function changes nothing and returns them. Showings that
-- ended before p_now do not count.
create or replace function set_own_time(p_agent uuid, p_shows_alone boolean, p_travel_minutes smallint, p_now timestamptz)
returns table (
  id uuid, property_id uuid, status text, starts_at timestamptz, time_zone text, confirmation_number text,
  address_line1 text, unit_number text, city text, state text, zip_code text
) language plpgsql as $$
#variable_conflict use_column
declare
  alone boolean;
  travel smallint;
  kept smallint;
begin
  perform pg_advisory_xact_lock(hashtextextended('own time setting:' || p_agent, 0));
  select shows_alone, travel_minutes into alone, travel from agent_profile where account_id = p_agent;
  alone := coalesce(p_shows_alone, alone, false);
  travel := coalesce(p_travel_minutes, travel, 0);
  kept := case when alone then travel end;
  begin
    insert into agent_profile as g (account_id, shows_alone, travel_minutes, updated_at)
      values (p_agent, alone, travel, p_now)
      on conflict (account_id) do update set shows_alone = alone, travel_minutes = travel, updated_at = p_now
      where (g.shows_alone, g.travel_minutes) is distinct from (alone, travel);
    if not found then return; end if;
    update booking b set status = 'lapsed', updated_at = p_now from property p
      where p.owner_id = p_agent and b.property_id = p.id and b.status = 'held' and b.hold_expires_at <= p_now;
    -- One day of margin lets PostgreSQL use the index on starts.
    update booking b set travel_minutes = kept from property p
      where p.owner_id = p_agent and b.property_id = p.id and b.starts_at > p_now - interval '1 day' and b.ends_at > p_now
        and b.status in ('held', 'pending', 'confirmed', 'completed', 'no_show') and not b.is_demo
        and b.travel_minutes is distinct from kept;
  exception when exclusion_violation then
    return query
      with own as (
        select b.id, b.property_id, b.status, b.starts_at, b.time_zone, b.confirmation_number, r.address_line1, r.unit_number, r.city,
          r.state, r.zip_code, agent_range(b.during, b.ends_at, kept) as takes
        from booking b join property r on r.id = b.property_id
        where r.owner_id = p_agent and b.starts_at > p_now - interval '1 day' and b.ends_at > p_now and b.shown_by is null
          and b.status in ('held', 'pending', 'confirmed', 'completed', 'no_show') and not b.is_demo
          and (b.status <> 'held' or b.hold_expires_at > p_now))
      select o.id, o.property_id, o.status, o.starts_at, o.time_zone, o.confirmation_number, o.address_line1, o.unit_number, o.city,
        o.state::text, o.zip_code
      from own o where exists (select from own c where c.property_id <> o.property_id and c.takes && o.takes)
      order by o.starts_at, o.id limit 50;
  end;
end $$;

-- The free times at the agent's other properties change, too. If the setting changes, the event of the agent's profile
-- covers them.
create or replace function record_agent_time_event() returns trigger language plpgsql as $$
begin
  perform record_event('agent.time_changed', new.owner_id);
  return null;
end $$;

create or replace trigger booking_took_agent_time after insert on booking for each row
  when (new.agent_time is not null) execute function record_agent_time_event();
create or replace trigger booking_changed_agent_time after update on booking for each row
  when ((old.agent_time is not null or new.agent_time is not null) and (
    (old.during, old.shown_by) is distinct from (new.during, new.shown_by)
    or (old.status in ('held', 'pending', 'confirmed', 'completed', 'no_show'))
      is distinct from (new.status in ('held', 'pending', 'confirmed', 'completed', 'no_show'))))
  execute function record_agent_time_event();
