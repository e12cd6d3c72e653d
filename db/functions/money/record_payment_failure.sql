-- Schedules the next try of a failed capture or refund: five tries a minute apart, then after 1, 2, 4, … minutes, and finally
-- every hour.
create or replace function record_payment_failure(p_payment uuid, p_now timestamptz) returns void language sql as $$
  insert into payment_retry as r (payment_id, failures, next_at) values (p_payment, 1, p_now)
  on conflict (payment_id) do update set failures = r.failures + 1,
    next_at = case when r.failures < 5 then p_now
      else p_now + least(power(2, least(r.failures - 5, 10)), 60) * interval '1 minute' end;
$$;
