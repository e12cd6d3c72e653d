-- One story of a letter: whether it went out is decided by one sender at a time, and what a vendor has taken is never denied.

-- Records what became of messages (before: 0015), with three more rules:
-- - A letter and its showing change one after the other. When a letter is handed over and its showing is off or has another
--   start by then, a job takes it back; when the showing changes later, its own job does.
-- - Only the latest try ends or delays a message (`attempts`): a slow sender does not disturb the next one.
-- - A message that went out counts as sent, also where somebody concluded before that it did not.
create or replace function record_delivery(p_property uuid, p_booking uuid, p_results jsonb, p_now timestamptz)
returns void language plpgsql as $$
declare
  b booking;
  told jsonb;
  sent_letters integer[];
begin
  -- The booking first, as in move_booking: no deadlock.
  if exists (select from notification where booking_id = p_booking and channel = 'certified_mail') then
    select * into b from booking where id = p_booking for share;
  end if;
  perform from notification where booking_id = p_booking and id in (
    select r.id from jsonb_to_recordset(p_results) as r(id uuid)) order by id for update;
  with finished as (
    update notification n set
      status = r.status, provider_reference = coalesce(r.reference, n.provider_reference), reason = r.reason,
      tracking_number = coalesce(r.tracking_number, n.tracking_number),
      sent_at = case when r.status = 'sent' then p_now end,
      logged_at = case when r.message is not null then p_now end
    from jsonb_to_recordset(p_results)
      as r(id uuid, send_id uuid, attempts integer, status text, reference text, tracking_number text, reason text, message jsonb)
    where n.id = r.id and n.booking_id = p_booking
      -- Not when it is to be sent again meanwhile.
      and coalesce(n.send_id, n.id) = coalesce(r.send_id, r.id)
      and case when n.logged_at is null then r.status = 'sent' or n.attempts = r.attempts
        else r.status = 'sent' and n.status <> 'sent' end
    returning n.id, n.channel, n.round, n.status, r.message)
  select jsonb_agg(message order by id) filter (where message is not null),
    array_agg(round) filter (where channel = 'certified_mail' and status = 'sent') into told, sent_letters from finished;
  if told is not null then
    perform append_compliance(p_property, p_booking, 'notified', p_now, jsonb_build_object('messages', told)::text);
  end if;
  if sent_letters is not null and (b.status in ('cancelled', 'declined') or b.calendar_sequence > any(sent_letters)) then
    perform graphile_worker.add_job('letter.take-back', json_build_object('bookingId', p_booking), max_attempts => 3);
  end if;
end $$;

-- Writes down what a vendor says of a message on its way (before: 0015). A letter that the vendor has and we do not is sent:
-- its answer came too late for us. That a letter exists is no news of one that is sent.
create or replace function record_carriage(p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  n notification;
  b booking;
  sent_as uuid := (p ->> 'send_id')::uuid;
  is_known_letter boolean;
begin
  select m.* into n from notification m
    where case when sent_as is not null then (m.id = sent_as or m.send_id = sent_as) and coalesce(m.send_id, m.id) = sent_as
      else m.provider_reference = p ->> 'reference' end;
  if not found then return false; end if;
  -- The booking first, as in move_booking: no deadlock.
  select * into b from booking where id = n.booking_id for share;
  select m.* into n from notification m where m.id = n.id for update;
  insert into vendor_event values (p ->> 'event_id', p ->> 'vendor', p ->> 'type', p_now) on conflict do nothing;
  if not found then return true; end if;
  is_known_letter := n.status not in ('not_sent', 'failed');
  if p ->> 'state' = 'created' and p ->> 'tracking_number' is null and is_known_letter then return true; end if;
  if n.channel = 'certified_mail' and not is_known_letter and p ->> 'state' not in ('deleted', 'failed', 'rejected') then
    update notification set status = 'sent', reason = null, sent_at = p_now, logged_at = p_now,
      provider_reference = p ->> 'reference' where id = n.id;
    perform append_compliance(b.property_id, b.id, 'notified', p_now, jsonb_build_object('messages', jsonb_build_array(
      jsonb_build_object('event', n.event, 'channel', n.channel, 'role', n.role, 'status', 'Sent', 'reason', null,
        'sentAt', to_char(p_now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'to', n.recipient ->> 'name',
        'cc', '[]'::jsonb, 'reference', coalesce(p ->> 'tracking_number', p ->> 'reference'))))::text);
    if b.status in ('cancelled', 'declined') or n.round < b.calendar_sequence then
      perform graphile_worker.add_job('letter.take-back', json_build_object('bookingId', b.id), max_attempts => 3);
    end if;
    if p ->> 'state' = 'created' and p ->> 'tracking_number' is null then return true; end if;
  end if;
  update notification set
    -- What is said late does not take the last word back.
    carriage = case when carried_at is null then p ->> 'state' else carriage end,
    carriage_code = case when carried_at is null then p ->> 'code' else carriage_code end,
    carried_at = case when (p ->> 'is_final')::boolean then coalesce(carried_at, p_now) else carried_at end,
    tracking_number = coalesce(p ->> 'tracking_number', tracking_number)
  where id = n.id;
  perform append_compliance(b.property_id, b.id, 'delivery', p_now, jsonb_strip_nulls(jsonb_build_object(
    'event', n.event, 'channel', n.channel, 'role', n.role, 'state', p ->> 'state', 'code', p ->> 'code',
    'reason', p ->> 'reason', 'trackingNumber', p ->> 'tracking_number'))::text);
  return true;
end $$;
