-- Tells whether a message certainly never went out: no sender began to send it, or the first one left it unsent. To act
-- on the answer, first lock the rows in the order of their IDs: then a sender that has begun ends first and counts as a
-- try.
create or replace function never_went_out(n notification) returns boolean language sql immutable as $$
  select n.resends = 0 and (n.status = 'queued' and n.attempts = 0 or n.status = 'not_sent' and n.attempts <= 1)
$$;
