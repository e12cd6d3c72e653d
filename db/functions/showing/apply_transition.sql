-- Makes one transition of a booking, with its log entry, messages, and payment job, unless the booking changed since
-- the caller read it.
-- p_read: status, starts_at, payment_status, refund (asked | approved | declined), late_minutes, buyer_email,
-- manage_token (a link that has ended changes nothing), and slot (the hold of the proposed time, if the showing moves
-- to one).
-- p: change (columns of booking), payment_status (absent: unchanged), event, payload (text; absent: no entry),
-- notifications.
-- Returns done, changed (since the caller read it), or taken (another booking has the new time).
create or replace function apply_transition(p_booking uuid, p_read jsonb, p jsonb, p_now timestamptz) returns text language plpgsql as $$
declare
  b booking;
  n booking;
  pay payment;
  messages jsonb;
  confirming text[];
begin
  select * into b from booking where id = p_booking for no key update;
  select * into pay from payment where booking_id = p_booking for update;
  if b.status is distinct from p_read ->> 'status' or date_trunc('milliseconds', b.starts_at) <> (p_read ->> 'starts_at')::timestamptz
    or pay.status is distinct from p_read ->> 'payment_status'
    or b.buyer_email is distinct from coalesce(p_read ->> 'buyer_email', b.buyer_email)
    or b.manage_token is distinct from coalesce(p_read ->> 'manage_token', b.manage_token)
    or b.late_minutes is distinct from (p_read ->> 'late_minutes')::integer
    or coalesce(b.refund_decision, case when b.refund_requested_at is not null then 'asked' end) is distinct from p_read ->> 'refund'
  then return 'changed'; end if;
  if p_read ->> 'slot' is not null and not exists (select from move_proposal
    where slot_id = (p_read ->> 'slot')::uuid and booking_id = b.id and answer is null and due_at > p_now)
  then return 'changed'; end if;

  messages := without_needless_cancellation(b.id, p -> 'notifications');
  n := jsonb_populate_record(b, p -> 'change');
  if p_read ->> 'slot' is not null then
    -- The hold left out the part that the showing occupied at its old time (propose_move.sql).
    n.during := tstzrange(n.starts_at, case when upper(n.during) <> b.starts_at then upper(n.during)
      else n.ends_at + (select make_interval(mins => buffer_minutes) from property where id = b.property_id) end);
  end if;
  if n.during <> b.during then
    if b.travel_minutes is not null then perform queue_for_agent(b.owner_id); else perform share_agent(b.owner_id); end if;
    -- We end expired holds first, because the constraint's predicate cannot read the clock.
    update booking set status = 'lapsed', updated_at = p_now
      where property_id = b.property_id and status = 'held' and hold_expires_at <= p_now and during && n.during;
  end if;
  begin
    update booking set
      status = n.status, starts_at = n.starts_at, ends_at = n.ends_at, during = n.during, showing_date = n.showing_date,
      showing_time = n.showing_time, decision_due_at = n.decision_due_at, calendar_sequence = n.calendar_sequence,
      cancelled_by = n.cancelled_by, moved_from = n.moved_from, noticed_at = n.noticed_at,
      refund_requested_at = n.refund_requested_at, refund_reason = n.refund_reason, refund_decision = n.refund_decision,
      refund_answer = n.refund_answer, reason_for_buyer = n.reason_for_buyer, late_minutes = n.late_minutes,
      has_moved = n.has_moved, buyer_email = n.buyer_email, manage_token = n.manage_token, offered_times = n.offered_times,
      updated_at = p_now
    where id = b.id;
  exception when exclusion_violation then
    return 'taken';
  end;
  if p ->> 'payment_status' is not null then
    update payment set status = p ->> 'payment_status', updated_at = p_now where id = pay.id;
    perform graphile_worker.add_job('lifecycle.move-money', json_build_object('bookingId', b.id), max_attempts => 3);
  end if;
  -- Unsent emails go to the corrected address, and unsent texts get the new link. If a confirmation is still unsent, we
  -- plan no second one, unless the vendor may already have its text. We lock in the same order as senders do.
  if n.manage_token <> b.manage_token or n.buyer_email <> b.buyer_email then
    with unsent as (
      select id from notification where booking_id = b.id and role = 'buyer' and status = 'queued' and event <> 'email_changed'
        and (channel = 'email' and recipient = to_jsonb(b.buyer_email) or channel = 'sms'
          and (attempts = 0 or tried_texts = '{}' and provider_reference is null))
      order by id for update),
    redirected as (
      update notification x set recipient = case when x.channel = 'email' then to_jsonb(n.buyer_email) else x.recipient end,
        -- The new address may have been to get a copy, or have it.
        cc = copies_without(x.cc, n.buyer_email), delivered = copies_without(x.delivered, n.buyer_email)
      from unsent where x.id = unsent.id returning x.channel, x.event, x.round)
    select array_agg(channel || event) into confirming from redirected
      where round = b.calendar_sequence and event in ('booked', 'approved', 'moved');
    messages := (select jsonb_agg(m) from jsonb_array_elements(messages) m, concat(m ->> 'channel') channel
      where m ->> 'event' not in ('booked', 'approved')
        or not coalesce(confirming && array[channel || (m ->> 'event'), channel || 'approved', channel || 'moved'], false));
    -- The old address may have received a pay link or offered times. Anyone with the payment's secret gets the buyer's
    -- link.
    if n.manage_token <> b.manage_token then
      update payment set client_secret = null where id = pay.id;
    end if;
    if not b.is_demo then
      perform move_buyer_note(b.owner_id, coalesce(nullif(b.email_folded, ''), b.phone_key), lower(n.buyer_email));
    end if;
  end if;
  if n.status in ('cancelled', 'declined') then perform cancel_queued_messages(b.id); end if;
  -- We may have started to owe the letter's price after the caller read the booking. Then we mail no letter.
  perform plan_notifications(b.id, (
    select jsonb_agg(m) from jsonb_array_elements(messages) m
    where m ->> 'channel' <> 'certified_mail' or not exists (select from letter_refund where payment_id = pay.id)), p_now);
  if p ->> 'payload' is not null then
    perform append_compliance(b.property_id, b.id, p ->> 'event', p_now, p ->> 'payload');
  end if;
  return 'done';
end $$;
