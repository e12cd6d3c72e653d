-- How a notice to enter was served, as its owner says, and packets of the log on paper: rows that nobody changes.

-- A photo of a served notice, private. One that no record names is swept.
create table service_photo (
  id uuid primary key,
  booking_id uuid not null references booking (id),
  account_id uuid not null,
  file_key text not null unique,
  sha256 text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
create index service_photo_by_age on service_photo (created_at);

create table notice_service (
  id uuid primary key,
  booking_id uuid not null references booking (id),
  -- Of the showing that it was notice of: a showing that is moved needs notice anew.
  starts_at timestamptz not null,
  method text not null
    check (method in ('personal', 'suitable_person', 'posted', 'mailed', 'oral', 'electronic_with_consent')),
  served_at timestamptz not null,
  served_by text not null check (served_by <> ''),
  note text,
  -- When the resident agreed in writing to electronic notice, by the home's own calendar.
  consent_date date,
  photo_id uuid references service_photo (id),
  -- Of the notice to enter (PDF) as it was then.
  notice_sha256 text not null,
  recorded_by uuid not null,
  recorded_as text not null,
  recorded_at timestamptz not null,
  -- Its entry in the property's compliance log.
  sequence integer not null,
  constraint notice_service_before_showing check (served_at < starts_at),
  constraint notice_service_needs_consent check ((method = 'electronic_with_consent') = (consent_date is not null))
);
create index notice_service_by_booking on notice_service (booking_id, served_at);
create index notice_service_by_photo on notice_service (photo_id) where photo_id is not null;

-- A record that was a mistake: it stays, and counts no more.
create table notice_service_withdrawal (
  service_id uuid primary key references notice_service (id),
  reason text not null check (reason <> ''),
  withdrawn_by uuid not null,
  withdrawn_as text not null,
  withdrawn_at timestamptz not null,
  sequence integer not null
);

-- A packet of the log as it was printed: what lets anybody check a paper without seeing the log.
create table packet (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  property_id uuid not null,
  -- null: of the whole home.
  booking_id uuid,
  -- Entries on the paper.
  entries integer not null,
  -- The newest entry of the home's chain at that moment; 0 and '' of an empty one.
  head_sequence integer not null,
  head_hash text not null,
  -- Of the file.
  sha256 text not null,
  made_by uuid not null,
  made_at timestamptz not null
);
create index packet_by_property on packet (property_id);

create trigger notice_service_append_only before update or delete on notice_service
  for each row execute function refuse_change();
create trigger notice_service_no_truncate before truncate on notice_service
  for each statement execute function refuse_change();
create trigger notice_service_withdrawal_append_only before update or delete on notice_service_withdrawal
  for each row execute function refuse_change();
create trigger notice_service_withdrawal_no_truncate before truncate on notice_service_withdrawal
  for each statement execute function refuse_change();
create trigger packet_append_only before update or delete on packet
  for each row execute function refuse_change();
create trigger packet_no_truncate before truncate on packet
  for each statement execute function refuse_change();

-- Records one service with its entry in the log. Of two that say the same the second is the first.
-- p: id, starts_at, method, served_at, served_by, note, consent_date, photo_id, photo_sha256, notice_sha256, recorded_by,
-- recorded_as. Answers the record's id; null: the showing is not at that time, or not to take place, any more.
create function record_service(p_booking uuid, p jsonb, p_payload text, p_now timestamptz) returns uuid language plpgsql as $$
declare
  b booking;
  same uuid;
begin
  select * into b from booking where id = p_booking for update;
  if date_trunc('milliseconds', b.starts_at) <> (p ->> 'starts_at')::timestamptz
    or b.status not in ('confirmed', 'completed', 'no_show')
  then return null; end if;
  select s.id into same from notice_service s left join service_photo f on f.id = s.photo_id
    where s.booking_id = p_booking and s.starts_at = b.starts_at and s.method = p ->> 'method'
      and s.served_at = (p ->> 'served_at')::timestamptz and s.served_by = p ->> 'served_by'
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

-- Withdraws a record, with its entry in the log. Answers false: somebody has withdrawn it already.
-- p: reason, withdrawn_by, withdrawn_as
create function withdraw_service(p_service uuid, p jsonb, p_payload text, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  b booking;
begin
  -- Under the booking's lock, as a new record is: what is withdrawn is nobody's double.
  select k.* into b from booking k join notice_service s on s.booking_id = k.id where s.id = p_service for update of k;
  if exists (select from notice_service_withdrawal where service_id = p_service) then return false; end if;
  insert into notice_service_withdrawal values (
    p_service, p ->> 'reason', (p ->> 'withdrawn_by')::uuid, p ->> 'withdrawn_as', p_now,
    append_compliance(b.property_id, b.id, 'service_withdrawn', p_now, p_payload));
  return true;
end $$;
