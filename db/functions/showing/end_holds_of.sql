-- Makes new holds of an agent wait until the end of the transaction, and waits for running ones. Every hold enters the
-- agent's time first (agent_time.sql). Call it before you lock the account, whose row a hold by its agent refers to.
create or replace function stop_holds_of(p_agent uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('own time setting:' || p_agent, 0))
$$;

-- Ends all holds of an agent, who is being suspended. We refund those that are still paid. A proposed time is a hold, too: its
-- question ends at once, before its hold would, and closeUnanswered tells the visitor. Questions come before holds, as in
-- close_proposal: no deadlock.
create or replace function end_holds_of(p_agent uuid, p_now timestamptz) returns void language sql as $$
  update move_proposal q set due_at = p_now
    from booking k join property r on r.id = k.property_id
    where r.owner_id = p_agent and k.status = 'held' and q.slot_id = k.id and q.answer is null and q.due_at > p_now;
  update booking set status = 'lapsed', updated_at = p_now
    where property_id in (select id from property where owner_id = p_agent) and status = 'held';
$$;
