-- Ends a request once: a second call finds it over. It also refunds the credits of images that were not drawn.
-- p_lease: the worker's lease; null: canceled or swept. p_before: for a sweep, the lease expired before then; else null
create or replace function end_generation(p_id uuid, p_lease uuid, p_before timestamptz, p_status text, p_error text, p_code text,
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
