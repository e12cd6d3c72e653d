-- What has happened, for whoever must act on it (decision 0060). Only record_event writes it; old rows are removed each hour.
-- xid: the transaction that wrote it. Numbers are given before a commit, so that a reader asks which transactions it has seen.
create table event (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  name text not null,
  subject_id uuid not null,
  data jsonb not null,
  at timestamptz not null default now()
);

-- With their triggers: what they notified is an event now.
drop function notify_booking_changed(), notify_bookings_counted(), record_booking_activity(), notify_property_changed(),
  record_property_activity(), notify_counts_changed(), notify_contact_changed(), notify_gallery() cascade;
