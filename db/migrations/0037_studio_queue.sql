-- The studio's queue: one request after another, in turn by account.

-- An Idempotency-Key stands on what it led to: nothing can come between the two. Forgotten after a day.
alter table generation add column request_key text check (char_length(request_key) <= 255);
alter table generation add column request_hash text;
alter table generation add constraint generation_key_has_hash check ((request_key is null) = (request_hash is null));
create unique index generation_by_key on generation (account_id, request_key) where request_key is not null;
create index generation_with_key on generation (created_at) where request_key is not null;
-- What kind of fault `error` speaks of.
alter table generation add column error_code text
  check (error_code in ('engine_away', 'engine_failed', 'prompt_refused', 'abandoned', 'partly_drawn'));
alter table generation add constraint generation_error_has_code check ((error is null) = (error_code is null));
create index generation_started on generation (account_id, started_at desc) where started_at is not null;
create index generation_over on generation (finished_at) where finished_at is not null;

create function note_generation() returns trigger language plpgsql as $$
begin
  -- A lease that is renewed is nothing to tell.
  if (new.status, new.progress, new.attempts, new.error) is distinct from (old.status, old.progress, old.attempts, old.error)
  then new.revision := old.revision + 1; end if;
  return new;
end $$;
create trigger generation_noted before update on generation for each row execute function note_generation();

create function tell_generation() returns trigger language plpgsql as $$
begin
  -- Whatever waits has a job that looks for it, however it came to wait.
  if new.status = 'queued' and (tg_op = 'INSERT' or old.status <> 'queued') then
    perform graphile_worker.add_job('studio.draw', '{}'::json, max_attempts => 3);
  end if;
  if tg_op = 'INSERT' or new.revision <> old.revision then perform pg_notify('studio', new.id::text); end if;
  return null;
end $$;
create trigger generation_told after insert or update on generation for each row execute function tell_generation();

-- Who is next: every account's first before anybody's second, and among them whoever has waited longest since the last
-- one began.
create view generation_queue as
select q.id, row_number() over (order by q.nth, q.last_started_at nulls first, q.created_at, q.id) as position
from (
  select id, created_at, row_number() over (partition by account_id order by created_at, id) as nth,
    (select max(s.started_at) from generation s where s.account_id = g.account_id and s.started_at is not null) as last_started_at
  from generation g where status = 'queued'
) q;

-- Takes a request, its credits and its job together or not at all; out of credits is the constraint credit_never_negative.
-- outcome: placed | repeated (by its key: job is the first one) | other_body | too_many | no_image
create function place_generation(p jsonb, p_most integer, p_entry uuid, p_key text, p_hash text, p_now timestamptz)
returns table (outcome text, job uuid) language plpgsql as $$
declare
  g generation := jsonb_populate_record(null::generation, p);
  earlier record;
begin
  perform pg_advisory_xact_lock(hashtextextended('studio ' || g.account_id, 0));
  if p_key is not null then
    select id, request_hash into earlier from generation where account_id = g.account_id and request_key = p_key;
    if found then
      return query select case when earlier.request_hash = p_hash then 'repeated' else 'other_body' end, earlier.id;
      return;
    end if;
  end if;
  if (select count(*) from generation where account_id = g.account_id and status in ('queued', 'running')) >= p_most then
    return query select 'too_many', null::uuid;
    return;
  end if;
  if g.remix_of is not null and not exists (
    select from image i where i.id = g.remix_of
      and (i.account_id = g.account_id or i.visibility = 'public' and i.removed_at is null)) then
    return query select 'no_image', null::uuid;
    return;
  end if;
  insert into generation (id, account_id, prompt, negative_prompt, style, filter, seed, count, restore_faces, engine,
    remix_of, retry_of, request_key, request_hash, created_at)
  values (g.id, g.account_id, g.prompt, g.negative_prompt, g.style, g.filter, g.seed, g.count, g.restore_faces, g.engine,
    g.remix_of, g.retry_of, p_key, p_hash, p_now);
  perform move_credits(p_entry, g.account_id, -g.count, 'image', g.id::text, p_now);
  return query select 'placed', g.id;
end $$;

-- Gives the next request to whoever draws. One claim at a time, so that two never take turns from the same picture of the
-- queue, and a server that draws one thing at a time is asked by one of us at a time.
create function claim_generation(p_lease uuid, p_engine text, p_is_serial boolean, p_now timestamptz, p_until timestamptz)
returns setof generation language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('studio claim', 0));
  if p_is_serial and exists (
    select from generation where status = 'running' and engine = p_engine and leased_until > p_now) then return; end if;
  return query
    update generation set status = 'running', lease = p_lease, leased_until = p_until, engine = p_engine,
      attempts = attempts + 1, started_at = p_now, progress = 0
    where status = 'queued' and id = (select q.id from generation_queue q order by q.position limit 1)
    returning *;
end $$;

-- Ends a request once: whoever comes second finds it over. What was not drawn is given back with it.
-- p_lease: of whoever draws; null: called off or swept, which p_before says (its lease had run out before then, or null)
create function end_generation(p_id uuid, p_lease uuid, p_before timestamptz, p_status text, p_error text, p_code text,
  p_drawn integer, p_entry uuid, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  g generation;
begin
  update generation set status = p_status, error = p_error, error_code = p_code, lease = null, leased_until = null,
    finished_at = p_now, progress = case when p_status = 'succeeded' then 100 else progress end
  where id = p_id and status in ('queued', 'running')
    and (p_lease is null or lease = p_lease) and (p_before is null or leased_until <= p_before)
  returning * into g;
  if not found then return false; end if;
  if p_drawn < g.count then
    perform move_credits(p_entry, g.account_id, g.count - p_drawn, 'image_returned', g.id::text, p_now);
  end if;
  return true;
end $$;
