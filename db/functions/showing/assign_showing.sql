-- Stores who gives a showing that can still take place, also at its proposed time. Null means the agent. Returns done,
-- or changed (the showing cannot take place anymore). The constraint booking_agent_alone refuses the change if the
-- agent shows another property at that time.
create or replace function assign_showing(p_booking uuid, p_name text, p_now timestamptz) returns text language plpgsql as $$
begin
  -- Lock the setting, then this showing, then the time (agent_time.sql): a reschedule locks its showing before it
  -- queues for the time.
  perform agent_travel(owner_id) from booking where id = p_booking;
  perform from booking where id = p_booking for no key update;
  perform enter_agent_time(owner_id) from booking where id = p_booking;
  update booking set shown_by = p_name, updated_at = p_now where id = p_booking and status in ('pending', 'confirmed');
  if not found then return 'changed'; end if;
  update booking set shown_by = p_name, updated_at = p_now
    where id = (select slot_id from move_proposal where booking_id = p_booking and answer is null) and status = 'held';
  return 'done';
end $$;
