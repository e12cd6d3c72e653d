-- Records one service with its log entry. A repeated record returns the first one.
-- p: id, starts_at, method, served_at, served_by, note, consent_date, photo_id, photo_sha256, notice_sha256, recorded_by,
-- recorded_as, same_within_minutes (how far apart the served_at of a repeated record may lie).
-- Returns the record's ID, or null if the showing moved to another time or was canceled.
create or replace function record_service(p_booking uuid, p jsonb, p_payload text, p_now timestamptz) returns uuid language plpgsql as $$
declare
  b booking;
  same uuid;
begin
  select * into b from booking where id = p_booking for no key update;
  if date_trunc('milliseconds', b.starts_at) <> (p ->> 'starts_at')::timestamptz
    or b.status not in ('confirmed', 'completed', 'no_show')
  then return null; end if;
  select s.id into same from notice_service s left join service_photo f on f.id = s.photo_id
    where s.booking_id = p_booking and s.starts_at = b.starts_at and s.method = p ->> 'method'
      and abs(extract(epoch from s.served_at - (p ->> 'served_at')::timestamptz))
        <= 60 * coalesce((p ->> 'same_within_minutes')::integer, 0)
      and s.served_by = p ->> 'served_by'
      and s.note is not distinct from p ->> 'note' and s.consent_date is not distinct from (p ->> 'consent_date')::date
      and f.sha256 is not distinct from p ->> 'photo_sha256'
      and not exists (select from notice_service_withdrawal w where w.service_id = s.id)
    limit 1;
  if found then return same; end if;
  insert into notice_service values (
    (p ->> 'id')::uuid, p_booking, b.starts_at, p ->> 'method', (p ->> 'served_at')::timestamptz, p ->> 'served_by',
    p ->> 'note', (p ->> 'consent_date')::date, (p ->> 'photo_id')::uuid, p ->> 'notice_sha256',
    (p ->> 'recorded_by')::uuid, p ->> 'recorded_as', p_now,
    append_compliance(b.property_id, b.id, 'served', p_now, p_payload));
  return (p ->> 'id')::uuid;
end $$;
