-- Tells whether a message certainly never went out: no sender began to send it, or the first one left it unsent. Lock the row
-- first to act on this, in the order of the IDs: then a sender that has begun ends first and counts as a try.
create or replace function never_went_out(n notification) returns boolean language sql immutable as $$
  select n.resends = 0 and (n.status = 'queued' and n.attempts = 0 or n.status = 'not_sent' and n.attempts <= 1)
$$;
