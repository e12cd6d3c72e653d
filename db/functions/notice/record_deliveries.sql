-- Records and logs the results of several bookings' messages in one step. Two deliveries can overlap: this call skips what
-- the other one logged, and its log entries name only what this call finished.
-- - A letter and its showing change one after the other. If the showing was canceled or moved before the vendor took the
--   letter, a job recalls the letter. If the showing changes later, its own job does.
-- - Only the latest try (`attempts`) can end or delay a message, so a slow sender does not get in the way of the next
--   one.
-- - A message that went out counts as sent, even if we recorded a failure before. A letter that its vendor reported as never
--   printed fails, as in record_carriage.
-- - A log entry has the vendorReference by which later reports name the message. A report that comes before our result
--   counts if it names that reference. If the vendor reported a message as delivered, it went out, whatever our last
--   try says.
-- p_deliveries: [{ property_id, booking_id, at, results }], each booking once; results: [{ id, send_id, attempts,
-- status, reference, tracking_number, reason, message, subject, words }]; message: its log entry, null until the result
-- is final; subject, words: what the buyer got, null if no one reads it again.
create or replace function record_deliveries(p_deliveries jsonb) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  -- We use arrays, because PostgreSQL expects many rows in JSON and would read a whole table for them.
  bookings uuid[] := array(select d.booking_id from jsonb_to_recordset(p_deliveries) as d(booking_id uuid));
  messages uuid[] := array(select (id #>> '{}')::uuid from jsonb_path_query(p_deliveries, '$[*].results[*].id') as r(id));
  unprinted uuid[];
  arrived uuid[];
  done record;
begin
  -- To avoid deadlocks, lock bookings first, as in apply_transition, then messages, then logs, each in order.
  perform from booking b where b.id = any(bookings)
    and exists (select from notification n where n.booking_id = b.id and n.channel = 'certified_mail') order by b.id for share;
  select coalesce(array_agg(m.id) filter (where m.is_unprinted), '{}'),
      coalesce(array_agg(m.id) filter (where m.carriage = 'delivered'), '{}') into unprinted, arrived
    from (select n.id, n.carriage, never_printed(n, n.carriage) as is_unprinted
      from notification n where n.id = any(messages) order by n.id for update) m;
  perform pg_advisory_xact_lock(hashtextextended('compliance:' || d.property_id, 0)) from (
    select distinct property_id from jsonb_to_recordset(p_deliveries) as t(property_id uuid) order by property_id) d;
  for done in
    with delivery as materialized (
      select * from jsonb_to_recordset(p_deliveries) as d(property_id uuid, booking_id uuid, at timestamptz, results jsonb)),
    finished as (
      update notification n set
        status = case when r.status = 'sent' and n.id = any(unprinted) then 'failed'
          when r.status in ('failed', 'not_sent') and n.id = any(arrived) then 'sent' else r.status end,
        reason = case when r.status = 'sent' and n.id = any(unprinted) then case n.carriage
            when 'deleted' then 'The letter was canceled before it was printed' else 'The letter could not be printed' end
          when r.status in ('failed', 'not_sent') and n.id = any(arrived) then null else r.reason end,
        provider_reference = coalesce(r.reference, n.provider_reference,
          case when r.status in ('failed', 'not_sent') and n.id = any(arrived) then n.carriage_reference end),
        carriage = case when n.carriage_reference <> r.reference then null else n.carriage end,
        carriage_code = case when n.carriage_reference <> r.reference then null else n.carriage_code end,
        carriage_reference = case when n.carriage_reference <> r.reference then null else n.carriage_reference end,
        carried_at = case when n.carriage_reference <> r.reference then null else n.carried_at end,
        tracking_number = coalesce(r.tracking_number, n.tracking_number),
        subject = coalesce(r.subject, n.subject), words = coalesce(r.words, n.words),
        sent_at = case when r.status = 'sent' and n.id <> all(unprinted)
          or r.status in ('failed', 'not_sent') and n.id = any(arrived) then d.at end,
        logged_at = case when r.message is not null then d.at end
      from delivery d, jsonb_to_recordset(d.results)
        as r(id uuid, send_id uuid, attempts integer, status text, reference text, tracking_number text, reason text, message jsonb,
          subject text, words text)
      where n.id = any(messages) and n.id = r.id and n.booking_id = d.booking_id
        -- Skip messages for which someone requested a new send since.
        and coalesce(n.send_id, n.id) = coalesce(r.send_id, r.id)
        and case when n.logged_at is null then r.status = 'sent' or n.attempts = r.attempts
          else r.status = 'sent' and n.status <> 'sent' and n.id <> all(unprinted) end
      returning n.id, n.booking_id, n.channel, n.round, n.status,
        r.message || jsonb_build_object('vendorReference', n.provider_reference) || case
          when r.status = 'sent' and n.status = 'failed'
            then jsonb_build_object('status', 'Not sent', 'reason', n.reason, 'sentAt', null)
          when r.status <> 'sent' and n.status = 'sent' then jsonb_build_object('status', 'Sent', 'reason', null,
            'sentAt', to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reference', n.provider_reference)
          else '{}' end as message)
    select d.property_id, d.booking_id, d.at, jsonb_agg(f.message order by f.id) filter (where f.message is not null) as told,
      array_agg(f.round) filter (where f.channel = 'certified_mail' and f.status = 'sent') as sent_letters
    from finished f join delivery d on d.booking_id = f.booking_id
    group by d.property_id, d.booking_id, d.at order by d.property_id, d.booking_id
  loop
    if done.told is not null then
      perform append_compliance(done.property_id, done.booking_id, 'notified', done.at, jsonb_build_object('messages', done.told)::text);
    end if;
    -- Most deliveries have no letter. Then we query nothing.
    if done.sent_letters is not null then
      if exists (select from booking b where b.id = done.booking_id
        and (b.status in ('cancelled', 'declined') or b.calendar_sequence > any(done.sent_letters))) then
        perform graphile_worker.add_job('letter.take-back', json_build_object('bookingId', done.booking_id), max_attempts => 3);
      end if;
    end if;
  end loop;
end $$;
