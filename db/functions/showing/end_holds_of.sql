-- Waits for the holds at an agent's properties that are being made, and makes new ones wait until this transaction
-- ends. Every hold first enters the agent's time (agent_time.sql). Call this function before you lock the account,
-- because a hold by its agent refers to that row.
create or replace function stop_holds_of(p_agent uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('own time setting:' || p_agent, 0))
$$;

-- Ends all holds at the properties of an agent who is being suspended. If someone still pays for one, we refund the
-- payment. A proposed time is a hold, too: its proposal ends now instead of when it is due, and closeUnanswered tells
-- the buyer. To prevent deadlocks, we lock proposals before holds, as close_proposal does.
create or replace function end_holds_of(p_agent uuid, p_now timestamptz) returns void language sql as $$
  update move_proposal q set due_at = p_now
    from booking k join property r on r.id = k.property_id
    where r.owner_id = p_agent and k.status = 'held' and q.slot_id = k.id and q.answer is null and q.due_at > p_now;
  update booking set status = 'lapsed', updated_at = p_now
    where property_id in (select id from property where owner_id = p_agent) and status = 'held';
$$;
