-- The contact that an agent shows on every home with use_public_profile (decisions.md section 3).
create table agent_profile (
  account_id uuid primary key references account (id) on delete cascade,
  agent_name text,
  agent_phone text,
  agent_email text,
  agent_license text,
  agent_brokerage text,
  updated_at timestamptz not null default now()
);

-- The profile stands on the pages of all those homes.
create function notify_agent_profile_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'property:' || p.id) from property p
    where p.owner_id = coalesce(new.account_id, old.account_id) and p.use_public_profile and p.deleted_at is null;
  return null;
end $$;

create trigger agent_profile_changed after insert or update or delete on agent_profile
  for each row execute function notify_agent_profile_changed();

-- A few hundred bytes of blurred picture (a data URL) to stand in until the photo is there.
alter table property add column photo_placeholder text;
