-- Takes one try of a key and returns null, or returns the time until which to wait. A count without a wait has no such
-- time, so that a try does not fail because another process read its clock a moment later.
-- free: tries without a wait. delays: the seconds to wait after each further try; the last one repeats. The count
-- expires
-- `seconds` after its last try. Without delays, it expires `seconds` after its first try, and tries wait until then.
create or replace function take_try(wanted text, at timestamptz, free integer, delays integer[], seconds integer)
returns timestamptz language plpgsql as $$
declare
  memory constant interval := make_interval(secs => seconds);
  counted try_count;
begin
  -- This also locks an existing row, so that parallel tries come one after another.
  insert into try_count as kept values (wanted, 0, '-infinity', at + memory)
    on conflict (key) do update set tries = kept.tries returning * into counted;
  if counted.forget_at <= at then counted := row(wanted, 0, '-infinity', at + memory); end if;
  if counted.wait_until > at then return counted.wait_until; end if;
  counted.tries := counted.tries + 1;
  if cardinality(delays) > 0 then
    counted.forget_at := at + memory;
    if counted.tries > free then
      counted.wait_until := at + make_interval(secs => delays[least(counted.tries - free, cardinality(delays))]);
    end if;
  elsif counted.tries >= free then
    counted.wait_until := counted.forget_at;
  end if;
  update try_count set tries = counted.tries, wait_until = counted.wait_until, forget_at = counted.forget_at
    where key = wanted;
  return null;
end $$;
