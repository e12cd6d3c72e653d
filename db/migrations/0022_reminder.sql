-- Reminders of confirmed showings, letters that are taken back, and messages that failed where an agent sees it.

-- When to look next at what is due of a showing's reminders (features/reminder/domain.ts); null: nothing is left of them.
-- No reminder comes earlier than 30 hours before the start.
alter table booking add column remind_at timestamptz;
create index booking_to_remind on booking (remind_at, id) where remind_at is not null;

create function set_remind_at() returns trigger language plpgsql as $$
begin
  new.remind_at := case when new.status = 'confirmed' and not new.is_demo then new.starts_at - interval '30 hours' end;
  return new;
end $$;
create trigger booking_reminded_at_once before insert on booking for each row
  when (new.status = 'confirmed') execute function set_remind_at();
create trigger booking_reminded before update of status, starts_at on booking for each row
  when (new.status is distinct from old.status or new.starts_at is distinct from old.starts_at)
  execute function set_remind_at();
update booking set remind_at = starts_at - interval '30 hours'
  where status = 'confirmed' and not is_demo and starts_at > now();

-- A reminder of one start, planned once ever. round: the booking's calendar_sequence, which each move raises.
create table reminder (
  booking_id uuid not null references booking (id),
  round integer not null,
  event text not null check (event in ('reminder_day', 'reminder_hour')),
  planned_at timestamptz not null,
  primary key (booking_id, round, event)
);

-- Plans what is due of a booking that is still as it was read, with its messages and their job, and says when to look again.
-- p: round and remind_at (as they were read), next_at, events, notifications. Answers whether it was as it was read.
create function plan_reminders(p_booking uuid, p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b booking;
  planned text[];
begin
  select * into b from booking where id = p_booking for update;
  if b.status <> 'confirmed' or b.calendar_sequence <> (p ->> 'round')::integer
    or date_trunc('milliseconds', b.remind_at) is distinct from (p ->> 'remind_at')::timestamptz
  then return false; end if;
  update booking set remind_at = (p ->> 'next_at')::timestamptz where id = b.id;
  with fresh as (
    insert into reminder (booking_id, round, event, planned_at)
      select b.id, b.calendar_sequence, event, p_now from jsonb_array_elements_text(p -> 'events') as event
    on conflict do nothing returning event)
  select array_agg(event) into planned from fresh;
  perform plan_notifications(b.id,
    (select jsonb_agg(n) from jsonb_array_elements(p -> 'notifications') n where n ->> 'event' = any(planned)), p_now)
    where planned is not null;
  return true;
end $$;

-- As before (0017), and no reminder of a showing that is off.
create or replace function silence_notifications(p_booking uuid) returns void language sql as $$
  update notification set status = 'not_sent', reason = 'The showing was called off before this was sent'
  where booking_id = p_booking and status = 'queued'
    and event in ('booked', 'approved', 'moved', 'reminder_day', 'reminder_hour');
$$;

-- What the vendor said when a letter was to be taken back; null: nobody has to.
alter table notification add column recall text check (recall in ('cancelled', 'too_late'));
-- When it was first asked.
alter table notification add column recall_asked_at timestamptz;
-- Letters that may still have to be taken back.
create index notification_letter on notification (sent_at)
  where channel = 'certified_mail' and status = 'sent' and recall is null;

-- A showing that has another start, or none: its old reminders and letters do not go out, and what is with the post already
-- is taken back by a job. A letter that is on its way at this very moment is found by the queue's sweep.
create function silence_old_start() returns trigger language plpgsql as $$
begin
  if new.starts_at is distinct from old.starts_at then
    update notification set status = 'not_sent', reason = 'The showing was moved before this was sent'
      where booking_id = new.id and status = 'queued' and round < new.calendar_sequence
        and (channel = 'certified_mail' or event in ('reminder_day', 'reminder_hour'));
  end if;
  if new.mail_upgrade then
    perform graphile_worker.add_job('letter.take-back', json_build_object('bookingId', new.id), max_attempts => 3);
  end if;
  return null;
end $$;
create trigger booking_start_silenced after update on booking for each row
  when (old.status in ('pending', 'confirmed') and (old.starts_at is distinct from new.starts_at
    or new.status is distinct from old.status and new.status in ('cancelled', 'declined')))
  execute function silence_old_start();

-- Writes down, once, what became of a letter that was to be taken back, and logs it.
create function record_recall(p_notification uuid, p_outcome text, p_reason text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  n notification;
  property uuid;
begin
  update notification set recall = p_outcome where id = p_notification and recall is null and status = 'sent' returning * into n;
  if not found then return false; end if;
  select b.property_id into property from booking b where b.id = n.booking_id;
  perform append_compliance(property, n.booking_id, 'letter_' || p_outcome, p_now, jsonb_strip_nulls(jsonb_build_object(
    'event', n.event, 'channel', n.channel, 'role', n.role, 'reference', n.provider_reference,
    'trackingNumber', n.tracking_number, 'reason', p_reason))::text);
  return true;
end $$;

-- What failed stands among what happened, once for a booking and moment, and open dashboards look again.
alter table activity drop constraint activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in (
  'property_added', 'property_listed', 'property_unlisted', 'property_deleted',
  'booked', 'requested', 'approved', 'declined', 'moved', 'completed', 'no_show', 'cancelled', 'message_failed'));
create unique index activity_failed_once on activity (booking_id, at) where kind = 'message_failed';

create function tell_delivery() returns trigger language plpgsql as $$
declare
  b booking;
begin
  select * into b from booking where id = new.booking_id;
  if new.status = 'failed' and old.status <> 'failed' and not b.is_demo then
    insert into activity (owner_id, property_id, booking_id, kind, at)
      values (b.owner_id, b.property_id, b.id, 'message_failed', coalesce(new.logged_at, new.created_at))
    on conflict do nothing;
  end if;
  perform pg_notify('dashboard', b.owner_id || ':message');
  return null;
end $$;
-- Not each message that is sent: nobody waits for it, and every booking has six of them.
create trigger notification_told after update on notification for each row
  when ((new.status = 'failed' and old.status <> 'failed')
    or (new.resends > 0 and (new.status, new.resends) is distinct from (old.status, old.resends))
    or new.carriage is distinct from old.carriage or new.recall is distinct from old.recall)
  execute function tell_delivery();
