-- One message to one person because of one event of a booking; planned in the booking's own transaction.
create table notification (
  id uuid primary key,
  booking_id uuid not null references booking (id),
  event text not null,
  channel text not null check (channel in ('sms', 'email', 'certified_mail')),
  role text not null check (role in ('listing_agent', 'resident', 'buyer')),
  recipient jsonb not null,
  cc text[] not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'not_sent', 'failed')),
  reason text,
  provider_reference text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  logged_at timestamptz,
  unique (booking_id, event, channel, role)
);
create index notification_unfinished on notification (booking_id) where logged_at is null;

-- The embedded message store: what a telephone company, a mail server and a post office would have taken.
-- Its key is the notification's, so that a repeated send is the same message.
create table outbox_message (
  id uuid primary key,
  booking_id uuid not null,
  channel text not null,
  role text not null,
  recipient jsonb not null,
  -- An e-mail's sender or a letter's return address.
  sender jsonb,
  cc text[] not null default '{}',
  subject text,
  text text,
  html text,
  -- What those in cc got, where it differs: { text, html }.
  copy jsonb,
  attachment_key text,
  reference text,
  status text not null default 'sent',
  sent_at timestamptz not null
);
create index outbox_message_by_booking on outbox_message (booking_id, id desc);

-- The compliance log: one chain per property, each entry carrying the hash of the one before it.
-- No foreign keys: the log outlives what it speaks of.
create table compliance_entry (
  property_id uuid not null,
  sequence integer not null check (sequence > 0),
  booking_id uuid,
  event text not null,
  at timestamptz not null,
  -- Text, not jsonb: the hash is over these very bytes.
  payload text not null,
  previous_hash text not null,
  hash text not null,
  primary key (property_id, sequence)
);
create index compliance_entry_by_booking on compliance_entry (booking_id, sequence);

create trigger compliance_entry_append_only before update or delete on compliance_entry
  for each row execute function refuse_change();
create trigger compliance_entry_no_truncate before truncate on compliance_entry
  for each statement execute function refuse_change();

-- Appends one entry; the advisory lock makes sequence and previous_hash agree among writers.
-- hash = sha256(previous_hash || newline || sequence || newline || event || newline || at || newline || payload), hex.
create function append_compliance(
  p_property uuid, p_booking uuid, p_event text, p_at timestamptz, p_payload text
) returns integer language plpgsql as $$
declare
  last_sequence integer;
  last_hash text;
begin
  perform pg_advisory_xact_lock(hashtextextended('compliance:' || p_property, 0));
  select sequence, hash into last_sequence, last_hash from compliance_entry
    where property_id = p_property order by sequence desc limit 1;
  last_sequence := coalesce(last_sequence, 0) + 1;
  last_hash := coalesce(last_hash, '');
  insert into compliance_entry values (
    p_property, last_sequence, p_booking, p_event, p_at, p_payload, last_hash,
    encode(sha256(convert_to(
      concat_ws(E'\n', last_hash, last_sequence, p_event,
        to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p_payload), 'UTF8')), 'hex'));
  return last_sequence;
end $$;

-- Records what became of a booking's messages and logs it, together. Two deliveries may overlap: what the other one has
-- logged already is left alone, and only what this call finished is said in its log entry.
-- p_results: [{ id, status, reference, reason, message }]; message: what the log says of it, null as long as it is not final.
create function record_delivery(p_property uuid, p_booking uuid, p_results jsonb, p_now timestamptz)
returns void language plpgsql as $$
declare
  told jsonb;
begin
  -- In one order: no deadlock.
  perform from notification where booking_id = p_booking and logged_at is null order by id for update;
  with finished as (
    update notification n set
      status = r.status, provider_reference = coalesce(r.reference, n.provider_reference), reason = r.reason,
      sent_at = case when r.status = 'sent' then p_now end,
      logged_at = case when r.message is not null then p_now end
    from jsonb_to_recordset(p_results) as r(id uuid, status text, reference text, reason text, message jsonb)
    where n.id = r.id and n.booking_id = p_booking and n.logged_at is null
    returning n.id, r.message)
  select jsonb_agg(message order by id) into told from finished where message is not null;
  if told is not null then
    perform append_compliance(p_property, p_booking, 'notified', p_now, jsonb_build_object('messages', told)::text);
  end if;
end $$;
