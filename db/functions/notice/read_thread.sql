-- Marks the buyer's messages up to one as read by the agent, and notifies open pages. Returns whether any was unread.
create or replace function read_thread(p_booking uuid, p_up_to uuid, p_now timestamptz) returns boolean language plpgsql as $$
begin
  update thread_message set read_at = p_now
    where booking_id = p_booking and author = 'buyer' and read_at is null and id <= p_up_to;
  if not found then return false; end if;
  perform record_event('message.changed', p_up_to, jsonb_build_object('owner', b.owner_id)) from booking b where b.id = p_booking;
  return true;
end $$;
