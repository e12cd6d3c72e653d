-- Proposes a new time for a confirmed showing and holds it until the buyer answers. The hold names no person, so it
-- counts toward no limit.
-- p: starts_at (as read), slot (columns of booking), due_at, reason, payload (text; absent: no entry), notifications.
-- Returns done, changed (since the caller read it), open (a proposal is open), often (too many so far), or taken.
create or replace function propose_move(p_booking uuid, p jsonb, p_now timestamptz) returns text language plpgsql as $$
declare
  b booking;
  s booking := jsonb_populate_record(null::booking, p -> 'slot');
  n integer;
begin
  -- Lock the setting, then this showing, then the time (agent_time.sql): a reschedule locks its showing before it
  -- queues for the time.
  perform agent_travel(owner_id) from booking where id = p_booking;
  select * into b from booking where id = p_booking for no key update;
  perform enter_agent_time(b.owner_id);
  if b.status <> 'confirmed' or date_trunc('milliseconds', b.starts_at) <> (p ->> 'starts_at')::timestamptz
  then return 'changed'; end if;
  if exists (select from move_proposal where booking_id = b.id and answer is null) then return 'open'; end if;
  select coalesce(max(turn), 0) + 1 into n from move_proposal where booking_id = b.id;
  if n > 5 then return 'often'; end if;
  -- The showing keeps its own half hour and buffer until it moves, so the hold takes only the rest of the new time.
  if s.during && b.during then
    if s.starts_at > b.starts_at and upper(s.during) <= upper(b.during) then return 'taken'; end if;
    s.during := case when s.starts_at < b.starts_at then tstzrange(s.starts_at, b.starts_at)
      else tstzrange(upper(b.during), upper(s.during)) end;
  end if;
  -- We end expired holds first, because the constraint's predicate cannot read the clock.
  update booking set status = 'lapsed', updated_at = p_now
    where property_id = b.property_id and status = 'held' and hold_expires_at <= p_now and during && s.during;
  insert into booking (
    id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at, requester_type,
    buyer_name, buyer_email, buyer_phone, client_address, amount_cents, manage_token, notice_token, is_demo, language, booked_by, shown_by,
    created_at, updated_at)
  values (
    s.id, b.property_id, 'held', s.starts_at, s.ends_at, s.during, s.showing_date, s.showing_time, b.time_zone, (p ->> 'due_at')::timestamptz,
    b.requester_type, '', '', '', '', b.amount_cents, s.manage_token, s.notice_token, b.is_demo, b.language, b.booked_by, b.shown_by,
    p_now, p_now)
  on conflict do nothing;
  if not found then return 'taken'; end if;
  insert into move_proposal (slot_id, booking_id, turn, reason, proposed_at, due_at)
    values (s.id, b.id, n, p ->> 'reason', p_now, (p ->> 'due_at')::timestamptz);
  perform plan_notifications(b.id,
    (select jsonb_agg(m || jsonb_build_object('turn', n)) from jsonb_array_elements(p -> 'notifications') m), p_now);
  if p ->> 'payload' is not null then
    perform append_compliance(b.property_id, b.id, 'move_proposed', p_now, p ->> 'payload');
  end if;
  return 'done';
end $$;
