-- What the listing agent's dashboard reads: every list of one owner by one index, what happened, and who looked.

-- A booking's home never changes its owner, so the owner stands beside it: an agent's list is one walk through one index.
alter table booking add column owner_id uuid references account (id);
update booking b set owner_id = p.owner_id from property p where p.id = b.property_id;
alter table booking alter column owner_id set not null;

create function set_booking_owner() returns trigger language plpgsql as $$
begin
  select p.owner_id into new.owner_id from property p where p.id = new.property_id;
  return new;
end $$;
create trigger booking_owner before insert on booking for each row execute function set_booking_owner();

create function refuse_other_owner() returns trigger language plpgsql as $$
begin
  raise exception 'a property keeps its owner: its bookings name him too' using errcode = 'integrity_constraint_violation';
end $$;
create trigger property_keeps_owner before update of owner_id on property for each row
  when (old.owner_id is distinct from new.owner_id) execute function refuse_other_owner();

-- Lists by start, and every count of the dashboard, without a look at the table.
create index booking_by_owner on booking (owner_id, starts_at desc, id desc)
  include (status, showing_date, property_id, is_demo, amount_cents, booked_at) where status not in ('held', 'lapsed');

-- DEMO001 to DEMO005 exist once for each agent's demo home; every other number once.
alter table booking drop constraint booking_confirmation_number_key;
create unique index booking_confirmation_number on booking (confirmation_number) where not confirmation_number like 'DEMO%';
create unique index booking_demo_number on booking (property_id, confirmation_number) where confirmation_number like 'DEMO%';

-- At most one demo home for an agent.
create unique index property_demo_once on property (owner_id) where is_demo and deleted_at is null;

-- Who uploaded a photo, and what a property that shows it needs to know. The key is a hash of the bytes.
create table photo (
  key text primary key,
  thumbhash text not null,
  placeholder text not null,
  width integer not null,
  height integer not null,
  uploaded_by uuid references account (id),
  uploaded_at timestamptz not null
);
create index photo_by_age on photo (uploaded_at);

-- What happened to an agent's homes and showings, newest last. Demo homes are left out.
create table activity (
  id bigint generated always as identity primary key,
  owner_id uuid not null references account (id),
  property_id uuid not null references property (id) on delete cascade,
  booking_id uuid references booking (id) on delete cascade,
  kind text not null check (kind in (
    'property_added', 'property_listed', 'property_unlisted', 'property_deleted',
    'booked', 'requested', 'approved', 'declined', 'moved', 'completed', 'no_show', 'cancelled')),
  at timestamptz not null
);
create index activity_by_owner on activity (owner_id, id desc);

-- An open dashboard is told by the channel "dashboard" that something of its owner's has changed: <owner>:<what>.
create function record_booking_activity() returns trigger language plpgsql as $$
begin
  if new.status in ('held', 'lapsed') then return null; end if;
  if not new.is_demo then
    insert into activity (owner_id, property_id, booking_id, kind, at) values (
      new.owner_id, new.property_id, new.id,
      case
        when tg_op = 'INSERT' or old.status in ('held', 'lapsed')
          then case new.status when 'pending' then 'requested' else 'booked' end
        when old.status = new.status then 'moved'
        when new.status = 'confirmed' then 'approved'
        when new.status = 'pending' then 'moved'
        else new.status
      end, new.updated_at);
  end if;
  perform pg_notify('dashboard', new.owner_id || ':booking');
  return null;
end $$;
create trigger booking_activity after update on booking for each row
  when (old.status is distinct from new.status or (new.booked_at is not null and old.starts_at is distinct from new.starts_at))
  execute function record_booking_activity();
create trigger booking_activity_at_once after insert on booking for each row
  when (new.status not in ('held', 'lapsed')) execute function record_booking_activity();

create function record_property_activity() returns trigger language plpgsql as $$
begin
  if not new.is_demo then
    if tg_op = 'INSERT' then
      insert into activity (owner_id, property_id, kind, at) values (new.owner_id, new.id, 'property_added', new.created_at);
    elsif new.deleted_at is not null and old.deleted_at is null then
      insert into activity (owner_id, property_id, kind, at) values (new.owner_id, new.id, 'property_deleted', new.deleted_at);
    elsif (new.status = 'listed') <> (old.status = 'listed') then
      insert into activity (owner_id, property_id, kind, at) values (
        new.owner_id, new.id, case new.status when 'listed' then 'property_listed' else 'property_unlisted' end, new.updated_at);
    end if;
  end if;
  perform pg_notify('dashboard', new.owner_id || ':property');
  return null;
end $$;
create trigger property_activity after insert on property for each row execute function record_property_activity();
create trigger property_activity_changed after update on property for each row
  when ((old.version, old.status, old.deleted_at) is distinct from (new.version, new.status, new.deleted_at))
  execute function record_property_activity();

-- A visitor counts once an hour; who it was is a keyed hash that is forgotten after two hours.
create table property_visit (
  property_id uuid not null references property (id) on delete cascade,
  visitor bytea not null,
  hour timestamptz not null,
  primary key (property_id, hour, visitor)
);
create index property_visit_by_hour on property_visit (hour);

-- Views and shares of a home on one day of its own zone.
create table property_day (
  property_id uuid not null references property (id) on delete cascade,
  day date not null,
  views integer not null default 0,
  shares integer not null default 0,
  primary key (property_id, day)
);

-- The share page says how often it was seen and shared.
create function notify_counts_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'counts:' || new.id);
  return null;
end $$;
create trigger property_counts_changed after update of view_count, share_count on property for each row
  when ((old.view_count, old.share_count) is distinct from (new.view_count, new.share_count))
  execute function notify_counts_changed();

-- The private address of an agent's calendar; a new token makes the old address unknown.
create table calendar_feed (
  account_id uuid primary key references account (id) on delete cascade,
  token text not null unique,
  created_at timestamptz not null
);

-- Demo showings have no payment; and what a list needs of the owner, the feedback and the payment's time.
drop view showing;
create view showing as
select
  b.id, b.property_id, b.status, b.starts_at, b.ends_at, b.showing_date::text as showing_date,
  to_char(b.showing_time, 'HH24:MI') as showing_time, b.time_zone, b.requester_type,
  b.buyer_name, b.buyer_email, b.buyer_phone, b.buyer_agent_name, b.buyer_agent_email, b.buyer_agent_phone,
  b.mail_upgrade, b.special_requests, b.amount_cents, b.confirmation_number, b.manage_token, b.notice_token,
  b.calendar_sequence, b.decision_due_at, b.hold_expires_at, b.created_at, b.booked_at, b.updated_at, b.is_demo, b.feedback,
  r.slug, b.owner_id, r.address_line1, r.unit_number, r.city, r.state, r.zip_code, r.photo_key,
  r.occupancy_status, r.rent_amount, r.showing_instructions,
  r.status = 'listed' and r.deleted_at is null as property_listed,
  case when r.use_public_profile then a.agent_name
    else nullif(concat_ws(' ', r.agent_first_name, r.agent_last_name), '') end as agent_name,
  case when r.use_public_profile then a.agent_email else r.agent_email end as agent_email,
  case when r.use_public_profile then a.agent_phone else r.agent_phone end as agent_phone,
  case when r.use_public_profile then a.agent_license else r.agent_license end as agent_license,
  case when r.use_public_profile then a.agent_brokerage else r.agent_brokerage end as agent_brokerage,
  nullif(concat_ws(' ', r.resident_first_name, r.resident_last_name), '') as resident_name,
  r.resident_email, r.resident_phone, r.resident_text_consent,
  coalesce(r.owner_entity_name, nullif(concat_ws(' ', r.owner_first_name, r.owner_last_name), '')) as owner_name,
  r.owner_email, r.owner_phone,
  p.id as payment_id, p.status as payment_status, p.amount_cents as payment_amount_cents, p.intent_id, p.client_secret,
  p.revision as payment_revision, p.paid_cents, p.paid_at, b.client_address
from booking b
join property r on r.id = b.property_id
left join payment p on p.booking_id = b.id
left join agent_profile a on a.account_id = r.owner_id;
