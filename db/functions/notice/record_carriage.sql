-- Records and logs a vendor's report on a message. Reports may come in any order and repeat. If the vendor has a
-- letter, or delivered a text, that we do not count as sent, its answer came too late, and we mark the message sent.
-- For a sent letter, "created" is not news. A letter that was never printed has failed, unless the post office has it
-- or the vendor deleted it because we asked. We only log a report on an earlier try of the same send.
-- p: event_id, vendor, type, send_id or reference (either), state, code, reason, tracking_number, is_final.
create or replace function record_carriage(p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  n notification;
  b booking;
  sent_as uuid := (p ->> 'send_id')::uuid;
  is_of_it boolean;
  is_news boolean;
  is_known boolean;
  is_lost_letter boolean;
begin
  select m.* into n from notification m
    where case when sent_as is not null then (m.id = sent_as or m.send_id = sent_as) and coalesce(m.send_id, m.id) = sent_as
      else m.provider_reference = p ->> 'reference' end;
  if not found then return false; end if;
  is_lost_letter := n.channel = 'certified_mail' and p ->> 'state' in ('deleted', 'failed', 'rejected', 'returned_to_sender');
  -- Lock the booking first, as apply_transition does, to avoid a deadlock.
  if is_lost_letter then
    select * into b from booking where id = n.booking_id for no key update;
  else
    select * into b from booking where id = n.booking_id for share;
  end if;
  select m.* into n from notification m where m.id = n.id for update;
  insert into vendor_event values (p ->> 'event_id', p ->> 'vendor', p ->> 'type', p_now) on conflict do nothing;
  if not found then return true; end if;
  is_of_it := coalesce(n.provider_reference = p ->> 'reference', true);
  -- A late report does not replace a final one, except that of an earlier try.
  is_news := n.carried_at is null or n.carriage_reference <> p ->> 'reference';
  is_known := n.status not in ('not_sent', 'failed') or p ->> 'state' = 'created' and n.carried_at is not null;
  if p ->> 'state' = 'created' and p ->> 'tracking_number' is null and is_known then return true; end if;
  if is_of_it and not is_known and (p ->> 'state' = 'delivered'
    or n.channel = 'certified_mail' and p ->> 'state' not in ('deleted', 'failed', 'rejected')) then
    update notification set status = 'sent', reason = null, sent_at = p_now, logged_at = p_now,
      provider_reference = p ->> 'reference' where id = n.id;
    perform append_compliance(b.property_id, b.id, 'notified', p_now, jsonb_build_object('messages', jsonb_build_array(
      jsonb_build_object('event', n.event, 'channel', n.channel, 'role', n.role, 'status', 'Sent', 'reason', null,
        'sentAt', to_char(p_now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'to', case n.channel when 'certified_mail' then n.recipient ->> 'name' else n.recipient #>> '{}' end,
        'cc', '[]'::jsonb, 'reference', coalesce(p ->> 'tracking_number', p ->> 'reference'),
        'vendorReference', p ->> 'reference')))::text);
    if n.channel = 'certified_mail' and (b.status in ('cancelled', 'declined') or n.round < b.calendar_sequence) then
      perform graphile_worker.add_job('letter.take-back', json_build_object('bookingId', b.id), max_attempts => 3);
    end if;
    if p ->> 'state' = 'created' and p ->> 'tracking_number' is null then return true; end if;
  end if;
  if is_of_it and n.status = 'sent' and n.recall is distinct from 'cancelled' and coalesce(n.carriage, 'created') = 'created'
    and never_printed(n, p ->> 'state') then
    update notification set status = 'failed', reason = p ->> 'reason', logged_at = p_now where id = n.id;
  end if;
  update notification set
    carriage = case when is_news then p ->> 'state' else carriage end,
    carriage_code = case when is_news then p ->> 'code' else carriage_code end,
    carriage_reference = case when is_news then p ->> 'reference' else carriage_reference end,
    carried_at = case when is_news then case when (p ->> 'is_final')::boolean then p_now end else carried_at end,
    tracking_number = coalesce(p ->> 'tracking_number', tracking_number)
  where id = n.id and is_of_it;
  perform append_compliance(b.property_id, b.id, 'delivery', p_now, jsonb_strip_nulls(jsonb_build_object(
    'event', n.event, 'channel', n.channel, 'role', n.role, 'state', p ->> 'state', 'code', p ->> 'code',
    'reason', p ->> 'reason', 'trackingNumber', p ->> 'tracking_number', 'reference', p ->> 'reference'))::text);
  if is_lost_letter then perform check_reminders(b.id, p_now); end if;
  return true;
end $$;
