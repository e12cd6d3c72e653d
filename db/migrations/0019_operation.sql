-- What an operator has to know, and what an admin did about it.

-- Every act of an admin on what is not his own. Append-only. No foreign key: an account may be deleted, what it did was done.
create table admin_act (
  id uuid primary key default uuidv7(),
  -- null: the command line of the machine itself.
  actor_id uuid,
  -- What was done, such as job.run, and to what: a kind and its id.
  act text not null,
  subject_kind text not null,
  subject_id text not null,
  -- No names, addresses or numbers of people: it is for ever.
  details jsonb not null default '{}',
  at timestamptz not null
);
create index admin_act_by_subject on admin_act (subject_kind, subject_id);
create trigger admin_act_append_only before update or delete on admin_act
  for each row execute function refuse_change();
create trigger admin_act_no_truncate before truncate on admin_act
  for each statement execute function refuse_change();

create function record_admin_act(p_actor uuid, p_act text, p_kind text, p_subject text, p_details jsonb, p_now timestamptz)
returns void language sql as $$
  insert into admin_act (actor_id, act, subject_kind, subject_id, details, at)
    values (p_actor, p_act, p_kind, p_subject, p_details, p_now);
$$;

-- How a vendor does, by the last that any process has heard of it.
create table vendor_health (
  channel text not null,
  vendor text not null,
  last_ok_at timestamptz,
  last_failure_at timestamptz,
  -- A code of theirs or ours, never their words: those may quote addresses and numbers.
  last_failure_kind text,
  -- Some process leaves it alone until then.
  open_until timestamptz,
  primary key (channel, vendor)
);

-- A call of a vendor, rightly signed, about no message of ours: another system may use the same account.
create table stray_event (
  vendor text not null,
  id text not null,
  type text not null,
  received_at timestamptz not null,
  primary key (vendor, id)
);

-- The newest first.
create index payment_event_by_time on payment_event (received_at, id);
create index vendor_event_by_time on vendor_event (received_at, id);
create index stray_event_by_time on stray_event (received_at, id);
create index notification_failed on notification (id) where status = 'failed';

-- Money that is due and could not be moved: when it is tried again.
create table payment_retry (
  payment_id uuid primary key references payment (id),
  failures integer not null check (failures > 0),
  next_at timestamptz not null
);

-- What does not agree among the provider, the payments and the bookings, as long as it does not.
create table money_difference (
  kind text not null,
  subject_kind text not null check (subject_kind in ('payment', 'booking')),
  subject_id uuid not null,
  details jsonb not null default '{}',
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (kind, subject_id)
);

-- The last comparison: each minute's (recent) and the one of everything (whole).
create table reconciliation (
  scope text primary key check (scope in ('recent', 'whole')),
  finished_at timestamptz not null,
  took_ms integer not null,
  settled integer not null,
  returned integer not null,
  cancelled integer not null,
  failed integer not null,
  compared integer not null,
  differences integer not null,
  -- Where the next round goes on comparing with the provider's books; null: from the first.
  after_id uuid
);
