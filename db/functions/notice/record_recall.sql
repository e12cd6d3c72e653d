-- Records and logs the result of a letter's recall, once.
create or replace function record_recall(p_notification uuid, p_outcome text, p_reason text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  n notification;
  property uuid;
begin
  -- Lock the booking first, as apply_transition does: it must see the refund that this makes due.
  perform from booking where id = (select booking_id from notification where id = p_notification) for share;
  update notification set recall = p_outcome where id = p_notification and recall is null and status = 'sent' returning * into n;
  if not found then return false; end if;
  select b.property_id into property from booking b where b.id = n.booking_id;
  perform append_compliance(property, n.booking_id, 'letter_' || p_outcome, p_now, jsonb_strip_nulls(jsonb_build_object(
    'event', n.event, 'channel', n.channel, 'role', n.role, 'reference', n.provider_reference,
    'trackingNumber', n.tracking_number, 'reason', p_reason))::text);
  return true;
end $$;
