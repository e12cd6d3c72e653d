-- Ends an open proposal. The showing keeps its time.
-- p: answer (kept | withdrawn | unanswered), event, payload (text; absent: no entry), notifications.
-- Returns whether the proposal was open and, for `unanswered`, also due.
create or replace function close_proposal(p_slot uuid, p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b booking;
  n integer;
begin
  select k.* into b from booking k join move_proposal q on q.booking_id = k.id where q.slot_id = p_slot for no key update of k;
  update move_proposal set answer = p ->> 'answer', answered_at = p_now
    where slot_id = p_slot and answer is null and (p ->> 'answer' <> 'unanswered' or due_at <= p_now) returning turn into n;
  if not found then return false; end if;
  update booking set status = 'lapsed', updated_at = p_now where id = p_slot and status = 'held';
  -- If the proposal certainly never went out to the buyer, we do not tell them how it ended.
  perform from notification where booking_id = b.id and event = 'move_proposed' and turn = n order by id for update;
  perform plan_notifications(b.id, (
    select jsonb_agg(m || jsonb_build_object('turn', n)) from jsonb_array_elements(p -> 'notifications') m
    where m ->> 'role' <> 'buyer' or not exists (
      select from notification q where q.booking_id = b.id and q.event = 'move_proposed' and q.turn = n
        and q.channel = m ->> 'channel' and never_went_out(q))), p_now);
  if p ->> 'payload' is not null then
    perform append_compliance(b.property_id, b.id, p ->> 'event', p_now, p ->> 'payload');
  end if;
  return true;
end $$;
