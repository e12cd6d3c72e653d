-- A listed home and everything booking.md section 3 says of it.
create extension if not exists btree_gist;

create table property (
  id uuid primary key,
  owner_id uuid not null references account (id),
  slug text not null unique,
  address_line1 text not null,
  unit_number text,
  city text not null,
  state char(2) not null,
  zip_code text not null,
  time_zone text not null,
  photo_key text,
  photo_thumbhash text,
  photo_width integer,
  photo_height integer,
  property_type text not null default 'apartment',
  bedrooms numeric(4, 1),
  bathrooms numeric(4, 1),
  square_feet integer check (square_feet > 0),
  rent_amount integer check (rent_amount >= 0),
  status text not null default 'listed' check (status in ('listed', 'unlisted', 'sold', 'rented')),
  booking_approval text not null default 'automatic' check (booking_approval in ('automatic', 'manual')),
  use_public_profile boolean not null default false,
  agent_first_name text,
  agent_last_name text,
  agent_email text,
  agent_phone text,
  agent_license text,
  agent_brokerage text,
  owner_type text not null default 'individual' check (owner_type in ('individual', 'entity')),
  owner_first_name text,
  owner_last_name text,
  owner_entity_name text,
  owner_entity_type text check (owner_entity_type in ('LLC', 'Trust', 'Corporation', 'Partnership', 'Other')),
  owner_email text,
  owner_phone text,
  occupancy_status text not null default 'vacant' check (occupancy_status in ('owner', 'resident', 'vacant')),
  is_occupied boolean not null generated always as (occupancy_status <> 'vacant') stored,
  resident_type text not null default 'tenant' check (resident_type in ('tenant', 'owner', 'other')),
  resident_first_name text,
  resident_last_name text,
  resident_email text,
  resident_phone text,
  resident_text_consent boolean not null default true,
  resident_text_attested_by uuid,
  resident_text_attested_at timestamptz,
  resident_consent_hours jsonb,
  showing_instructions text,
  availability_type text not null default 'standard' check (availability_type in ('standard', 'custom')),
  custom_availability jsonb,
  availability_overrides jsonb not null default '[]',
  entry_hours_rule text not null default 'warn' check (entry_hours_rule in ('warn', 'enforce')),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  showing_duration_minutes integer not null default 30,
  advance_notice_hours integer not null default 48,
  view_count integer not null default 0,
  share_count integer not null default 0,
  is_demo boolean not null default false,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create index property_owner on property (owner_id, id desc) where deleted_at is null;

-- Rendered pages are kept in every process's memory; what they say is dropped the moment it changes.
-- The payload is a cache tag (see src/platform/page-cache.ts).
create function notify_property_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'property:' || coalesce(new.id, old.id));
  return null;
end $$;

-- Counters do not appear on the booking page and must not evict it.
create trigger property_changed after update on property for each row
  when ((old.version, old.status, old.deleted_at) is distinct from (new.version, new.status, new.deleted_at))
  execute function notify_property_changed();
create trigger property_gone after delete on property for each row execute function notify_property_changed();
