-- Asks the visitor of a completed showing for feedback, once, and plans the message. Returns whether it did. A visitor
-- who wants a refund may never have seen the home, so we do not ask unless the agent declined the request.
create or replace function ask_feedback(p_booking uuid, p_token text, p_messages jsonb, p_now timestamptz) returns boolean language plpgsql as $$
begin
  perform from booking where id = p_booking and status = 'completed' and not is_demo
    and (refund_requested_at is null or refund_decision = 'declined') for no key update;
  if not found then return false; end if;
  insert into feedback (booking_id, token, asked_at) values (p_booking, p_token, p_now) on conflict do nothing;
  if not found then return false; end if;
  perform plan_notifications(p_booking, p_messages, p_now);
  return true;
end $$;
