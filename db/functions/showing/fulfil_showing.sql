-- Turns a paid hold into a booking, with its log entry, messages, and job. settle_order locks both rows and then calls
-- it. Returns whether the hold is booked now. It is not if the amount differs. Once the hold has run out, it is also not
-- if another booking has the slot, the start is past, the property is unlisted or deleted or has another time zone, its
-- agent is suspended, or the buyer has booked another time (has_rebooked).
-- p: provider_status, confirmation_number, decision_due_at, may_retake (the start is still ahead and the property is
-- still listed), and payload and notifications as in announce_booking.
create or replace function fulfil_showing(pay payment, is_exact boolean, p jsonb, p_now timestamptz) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare
  b booking;
  authorized boolean := p ->> 'provider_status' = 'requires_capture';
begin
  if not is_exact then
    update booking set status = 'lapsed', updated_at = p_now where id = pay.booking_id;
    return false;
  end if;
  -- A hold keeps its slot until it lapses, so no constraint can refuse this update. An expired one follows the same
  -- rules as a lapsed one: a change of the time zone did not wait for it, so we wait for the change.
  update booking set
    status = case when authorized then 'pending' else 'confirmed' end,
    confirmation_number = p ->> 'confirmation_number',
    decision_due_at = case when authorized then (p ->> 'decision_due_at')::timestamptz end,
    booked_at = p_now, updated_at = p_now
  where id = pay.booking_id and status = 'held' and (hold_expires_at > p_now
    or (p ->> 'may_retake')::boolean and not has_rebooked(booking, p_now) and exists (select from property h
      where h.id = booking.property_id and h.time_zone = booking.time_zone for key share))
  returning * into b;
  if found then
    perform announce_booking(b, p, p_now);
    return true;
  end if;

  -- A lapsed hold takes its slot again if the slot is free and the buyer has not moved on to another one.
  select * into b from booking where id = pay.booking_id;
  if b.status = 'held' or not (p ->> 'may_retake')::boolean or has_rebooked(b, p_now) then
    update booking set status = 'lapsed', updated_at = p_now where id = b.id and status = 'held';
    return false;
  end if;
  begin
    -- A demo takes no time, but it and a suspension also wait for each other, so that refuse_unavailable_property sees the result.
    if not b.is_demo then perform enter_agent_time(b.owner_id);
    elsif not is_product_property(b.property_id) then perform agent_travel(b.owner_id); end if;
    update booking set status = 'lapsed', updated_at = p_now
      where property_id = b.property_id and status = 'held' and hold_expires_at <= p_now and during && b.during;
    update booking set
      status = case when authorized then 'pending' else 'confirmed' end,
      confirmation_number = p ->> 'confirmation_number',
      decision_due_at = case when authorized then (p ->> 'decision_due_at')::timestamptz end,
      booked_at = p_now, updated_at = p_now
    where id = b.id;
  exception when exclusion_violation then
    return false;
  end;
  perform announce_booking(b, p, p_now);
  return true;
end $$;
