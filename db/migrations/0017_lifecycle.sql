-- The life of a booking after it is made: decisions, cancellations, one move, a refund that is asked for.

-- Who called it off; null for what is not cancelled.
alter table booking add column cancelled_by text check (cancelled_by in ('agent', 'buyer', 'system'));
-- The start before its one move.
alter table booking add column moved_from timestamptz;
-- When the notice to enter was prepared anew, by approval or by a move; null: when it was booked.
alter table booking add column noticed_at timestamptz;
alter table booking add column refund_requested_at timestamptz;
alter table booking add column refund_reason text;
alter table booking add column refund_decision text check (refund_decision in ('approved', 'declined'));
alter table booking add column refund_answer text;
alter table booking add constraint booking_refund_asked_first
  check ((refund_requested_at is null) = (refund_reason is null) and (refund_decision is null or refund_requested_at is not null));
create index booking_undecided on booking (decision_due_at) where status = 'pending';

-- capture_due: approved, and the authorisation is to be taken.
alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check check (status in
  ('opening', 'open', 'authorized', 'capture_due', 'succeeded', 'refund_due', 'refunded', 'cancelled'));
create index payment_due on payment (updated_at) where status in ('capture_due', 'refund_due');

-- What happens twice to a booking (approved, moved, approved again) is told twice.
alter table notification add column round integer not null default 0;
alter table notification drop constraint notification_booking_id_event_channel_role_key;
alter table notification add constraint notification_once unique (booking_id, round, event, channel, role);

create or replace view showing as
select
  b.id, b.property_id, b.status, b.starts_at, b.ends_at, b.showing_date::text as showing_date,
  to_char(b.showing_time, 'HH24:MI') as showing_time, b.time_zone, b.requester_type,
  b.buyer_name, b.buyer_email, b.buyer_phone, b.buyer_agent_name, b.buyer_agent_email, b.buyer_agent_phone,
  b.mail_upgrade, b.special_requests, b.amount_cents, b.confirmation_number, b.manage_token, b.notice_token,
  b.calendar_sequence, b.decision_due_at, b.hold_expires_at, b.created_at, b.booked_at, b.updated_at, b.is_demo, b.feedback,
  r.slug, b.owner_id, r.address_line1, r.unit_number, r.city, r.state, r.zip_code, r.photo_key,
  r.occupancy_status, r.rent_amount, r.showing_instructions,
  r.status = 'listed' and r.deleted_at is null as property_listed,
  case when r.use_public_profile then a.agent_name
    else nullif(concat_ws(' ', r.agent_first_name, r.agent_last_name), '') end as agent_name,
  case when r.use_public_profile then a.agent_email else r.agent_email end as agent_email,
  case when r.use_public_profile then a.agent_phone else r.agent_phone end as agent_phone,
  case when r.use_public_profile then a.agent_license else r.agent_license end as agent_license,
  case when r.use_public_profile then a.agent_brokerage else r.agent_brokerage end as agent_brokerage,
  nullif(concat_ws(' ', r.resident_first_name, r.resident_last_name), '') as resident_name,
  r.resident_email, r.resident_phone, r.resident_text_consent,
  coalesce(r.owner_entity_name, nullif(concat_ws(' ', r.owner_first_name, r.owner_last_name), '')) as owner_name,
  r.owner_email, r.owner_phone,
  p.id as payment_id, p.status as payment_status, p.amount_cents as payment_amount_cents, p.intent_id, p.client_secret,
  p.revision as payment_revision, p.paid_cents, p.paid_at, b.client_address,
  b.cancelled_by, b.moved_from, b.noticed_at, b.refund_requested_at, b.refund_reason, b.refund_decision, b.refund_answer
from booking b
join property r on r.id = b.property_id
left join payment p on p.booking_id = b.id
left join agent_profile a on a.account_id = r.owner_id;

-- Plans messages of a booking as it is now, with their job.
create function plan_notifications(p_booking uuid, p_rows jsonb, p_now timestamptz) returns void language plpgsql as $$
begin
  insert into notification (id, booking_id, round, event, channel, role, recipient, cc, status, reason, created_at)
    select n.id, b.id, b.calendar_sequence, n.event, n.channel, n.role, n.recipient,
      coalesce(array(select jsonb_array_elements_text(n.cc)), '{}'), n.status, n.reason, p_now
    from booking b, jsonb_to_recordset(p_rows)
      as n(id uuid, event text, channel text, role text, recipient jsonb, cc jsonb, status text, reason text)
    where b.id = p_booking;
  if found then
    perform graphile_worker.add_job('notification.deliver', json_build_object('bookingId', p_booking), max_attempts => 13);
  end if;
end $$;

-- What has not gone out yet of a showing that is off does not go out any more.
create function silence_notifications(p_booking uuid) returns void language sql as $$
  update notification set status = 'not_sent', reason = 'The showing was called off before this was sent'
  where booking_id = p_booking and status = 'queued' and event in ('booked', 'approved', 'moved');
$$;

-- One move of a booking that is still as it was read, with its log entry, its messages and the job for its money.
-- p_read: status, starts_at, payment_status, refund (asked | approved | declined).
-- p: change (columns of booking), payment_status (absent: stays), event, payload (text; absent: no entry), notifications.
-- Answers done, changed (it is not as it was read) or taken (somebody has the time it would move to).
create function move_booking(p_booking uuid, p_read jsonb, p jsonb, p_now timestamptz) returns text language plpgsql as $$
declare
  b booking;
  n booking;
  pay payment;
begin
  select * into b from booking where id = p_booking for update;
  select * into pay from payment where booking_id = p_booking for update;
  if b.status is distinct from p_read ->> 'status' or date_trunc('milliseconds', b.starts_at) <> (p_read ->> 'starts_at')::timestamptz
    or pay.status is distinct from p_read ->> 'payment_status'
    or coalesce(b.refund_decision, case when b.refund_requested_at is not null then 'asked' end) is distinct from p_read ->> 'refund'
  then return 'changed'; end if;

  n := jsonb_populate_record(b, p -> 'change');
  if n.during <> b.during then
    -- Expired holds go first: the constraint's predicate cannot read the clock.
    update booking set status = 'lapsed', updated_at = p_now
      where property_id = b.property_id and status = 'held' and hold_expires_at <= p_now and during && n.during;
  end if;
  begin
    update booking set
      status = n.status, starts_at = n.starts_at, ends_at = n.ends_at, during = n.during, showing_date = n.showing_date,
      showing_time = n.showing_time, decision_due_at = n.decision_due_at, calendar_sequence = n.calendar_sequence,
      cancelled_by = n.cancelled_by, moved_from = n.moved_from, noticed_at = n.noticed_at,
      refund_requested_at = n.refund_requested_at, refund_reason = n.refund_reason, refund_decision = n.refund_decision,
      refund_answer = n.refund_answer, updated_at = p_now
    where id = b.id;
  exception when exclusion_violation then
    return 'taken';
  end;
  if p ->> 'payment_status' is not null then
    update payment set status = p ->> 'payment_status', updated_at = p_now where id = pay.id;
    perform graphile_worker.add_job('lifecycle.move-money', json_build_object('bookingId', b.id), max_attempts => 3);
  end if;
  if n.status in ('cancelled', 'declined') then perform silence_notifications(b.id); end if;
  perform plan_notifications(b.id, p -> 'notifications', p_now);
  if p ->> 'payload' is not null then
    perform append_compliance(b.property_id, b.id, p ->> 'event', p_now, p ->> 'payload');
  end if;
  return 'done';
end $$;

-- Writes down what the provider did with money that was due, once: its entries, the log, the messages.
-- p: from (capture_due | refund_due), to, entries [{ kind, amount_cents, reference }], cancels, event, payload (text), notifications.
create function settle_due(p_payment uuid, p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b booking;
  pay payment;
begin
  select k.* into b from booking k join payment m on m.booking_id = k.id where m.id = p_payment for update of k;
  select * into pay from payment where id = p_payment for update;
  if pay.status is distinct from p ->> 'from' then return false; end if;
  update payment set status = p ->> 'to', updated_at = p_now where id = pay.id;
  -- What somebody has given back at the provider already is no part of what we give back.
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    select pay.id, e.kind, e.amount, e.reference, p_now
    from (select m.step, m.kind, m.reference, m.amount_cents - case when m.kind <> 'refund' then 0
        else coalesce((select sum(amount_cents) from money_entry where payment_id = pay.id and kind = 'outside_refund'), 0) end as amount
      from jsonb_to_recordset(p -> 'entries') as m(step integer, kind text, amount_cents integer, reference text)) e
    where e.amount > 0 order by e.step
    on conflict do nothing;
  if (p ->> 'cancels')::boolean and b.status in ('pending', 'confirmed') then
    update booking set status = 'cancelled', cancelled_by = 'system', calendar_sequence = calendar_sequence + 1, updated_at = p_now
      where id = b.id;
    perform silence_notifications(b.id);
    perform plan_notifications(b.id, p -> 'notifications', p_now);
  elsif not (p ->> 'cancels')::boolean and b.status = 'confirmed' then
    perform plan_notifications(b.id, p -> 'notifications', p_now);
  end if;
  -- A showing that is over is not called off by a card that failed.
  perform append_compliance(b.property_id, b.id,
    case when (p ->> 'cancels')::boolean and b.status not in ('pending', 'confirmed') then 'charge_failed' else p ->> 'event' end,
    p_now, p ->> 'payload');
  return true;
end $$;
