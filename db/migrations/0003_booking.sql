-- One row from the hold to the end of the showing. "held" is a slot kept while its buyer pays;
-- "lapsed" is a hold that ended without a booking. Neither is ever shown as a booking.
create table booking (
  id uuid primary key,
  property_id uuid not null references property (id),
  status text not null check (status in
    ('held', 'lapsed', 'pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- [start, end + buffer): what this showing blocks.
  during tstzrange not null,
  showing_date date not null,
  showing_time time not null,
  time_zone text not null,
  hold_expires_at timestamptz not null,
  requester_type text not null check (requester_type in ('buyer', 'buyers_agent', 'other')),
  buyer_name text not null,
  buyer_email text not null,
  email_folded text not null generated always as (lower(buyer_email)) stored,
  buyer_phone text not null,
  -- The last ten: with a country's code or without, it is one telephone.
  phone_digits text not null generated always as (right(regexp_replace(buyer_phone, '\D', '', 'g'), 10)) stored,
  buyer_agent_name text,
  buyer_agent_email text,
  buyer_agent_phone text,
  mail_upgrade boolean not null default false,
  special_requests text,
  client_address text not null,
  amount_cents integer not null check (amount_cents > 0),
  confirmation_number text unique,
  manage_token text not null unique,
  notice_token text not null unique,
  calendar_sequence integer not null default 0,
  decision_due_at timestamptz,
  feedback text,
  is_demo boolean not null default false,
  created_at timestamptz not null,
  booked_at timestamptz,
  updated_at timestamptz not null,
  constraint booking_number_once_booked
    check ((status in ('held', 'lapsed')) = (confirmation_number is null)),
  constraint booking_during_covers check (lower(during) = starts_at and upper(during) >= ends_at),

  -- Two live bookings of one property may not overlap. The constraint, not the service, makes this true.
  constraint booking_no_overlap exclude using gist (property_id with =, during with &&)
    where (status in ('held', 'pending', 'confirmed', 'completed', 'no_show'))
);

-- The 15 days of a property, and the lists of an agent.
create index booking_slots on booking (property_id, starts_at)
  where status in ('held', 'pending', 'confirmed', 'completed', 'no_show');
create index booking_by_property on booking (property_id, starts_at desc, id) where status not in ('held', 'lapsed');
-- Live holds of one person or address (decisions.md section 11). "is not null" keeps each index for its own question: while
-- the planner knows little of a young table it would else take any one of them, and walk through everybody's holds.
create index booking_held_email on booking (email_folded) where status = 'held' and email_folded is not null;
create index booking_held_phone on booking (phone_digits) where status = 'held' and phone_digits is not null;
create index booking_held_address on booking (client_address) where status = 'held' and client_address is not null;

create function notify_booking_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'property:' || new.property_id);
  return null;
end $$;

create trigger booking_taken after insert on booking for each row execute function notify_booking_changed();
-- held -> confirmed changes nothing that a page shows; only what starts or stops to block does.
create trigger booking_moved after update on booking for each row
  when ((old.status in ('held', 'pending', 'confirmed', 'completed', 'no_show'))
        is distinct from (new.status in ('held', 'pending', 'confirmed', 'completed', 'no_show'))
        or old.during is distinct from new.during)
  execute function notify_booking_changed();
