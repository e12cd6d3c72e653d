-- The order of the queue: every account's first request before any account's second. Among those, the account whose
-- last request began longest ago goes first.
create or replace view generation_queue as
select q.id, row_number() over (order by q.nth, q.last_started_at nulls first, q.created_at, q.id) as position
from (
  select id, created_at, row_number() over (partition by account_id order by created_at, id) as nth,
    (select max(s.started_at) from generation s where s.account_id = g.account_id and s.started_at is not null) as last_started_at
  from generation g where status = 'queued'
) q;
