-- Gives the next request to a worker. One claim runs at a time, so that two never decide from the same snapshot of the queue,
-- and a drawing server that takes one request at a time gets one.
create or replace function claim_generation(p_lease uuid, p_engine text, p_is_serial boolean, p_now timestamptz, p_until timestamptz)
returns setof generation language plpgsql as $$
declare
  next_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('studio claim', 0));
  if p_is_serial and exists (
    select from generation where status = 'running' and engine = p_engine and leased_until > p_now) then return; end if;
  -- A cancellation or an account's deletion that is not committed yet holds its requests. Those behind them go first.
  select g.id into next_id from generation_queue q join generation g on g.id = q.id
  where g.status = 'queued' order by q.position limit 1 for no key update of g skip locked;
  -- If every request is held, wait for the first: it stays in the queue if its transaction fails.
  if next_id is null then select q.id into next_id from generation_queue q order by q.position limit 1; end if;
  return query
    update generation set status = 'running', lease = p_lease, leased_until = p_until, engine = p_engine,
      attempts = attempts + 1, started_at = p_now, progress = 0
    where status = 'queued' and id = next_id
    returning *;
end $$;
