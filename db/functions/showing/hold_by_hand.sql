-- Keeps a slot for a visitor who phoned. confirm_by_hand confirms it in the same transaction. It takes the slot and the
-- agent's time as every booking does, but it is free and has no payment. Returns false if another booking has the slot.
-- p_booking: the columns of booking.
create or replace function hold_by_hand(p_booking jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  r booking := jsonb_populate_record(null::booking, p_booking);
begin
  -- Do this before you lock any booking row (agent_time.sql).
  perform enter_agent_time(owner_id) from property where id = r.property_id;
  -- We end expired holds first, because the constraint's predicate cannot read the clock.
  update booking set status = 'lapsed', updated_at = p_now
    where property_id = r.property_id and status = 'held' and hold_expires_at <= p_now and during && r.during;
  insert into booking (
    id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at, requester_type,
    buyer_name, buyer_email, buyer_phone, buyer_phone_e164, buyer_phone_extension, special_requests, client_address, amount_cents,
    manage_token, notice_token, language, booked_by, created_at, updated_at)
  values (
    r.id, r.property_id, 'held', r.starts_at, r.ends_at, r.during, r.showing_date, r.showing_time, r.time_zone, p_now, 'buyer',
    r.buyer_name, r.buyer_email, r.buyer_phone, r.buyer_phone_e164, r.buyer_phone_extension, r.special_requests, '', 0,
    r.manage_token, r.notice_token, r.language, r.booked_by, p_now, p_now)
  on conflict do nothing;
  return found;
end $$;
