-- Accounts that their owners delete. The account's row stays as an id without a person: bookings, money and logs point to it.
alter table account add column deleted_at timestamptz;
alter table account add constraint account_deleted_is_nobody check (deleted_at is null or
  (name = 'Deleted account' and email = 'deleted-' || id || '@deleted.invalid' and image is null and not email_verified));

-- One deletion: asked for, done by a job in steps, and proved by its receipt.
create table erasure (
  id uuid primary key,
  account_id uuid not null unique references account (id),
  receipt_number text not null unique check (receipt_number ~ '^DEL(-[0-9A-HJKMNP-TV-Z]{4}){3}$'),
  asked_at timestamptz not null,
  -- Where the receipt goes, by which the rest is found; forgotten with the last step.
  email text,
  -- How many of its steps are done.
  steps_done integer not null default 0 check (steps_done >= 0),
  -- Until then a process is at it, unless it died.
  claimed_until timestamptz,
  finished_at timestamptz,
  -- Whether the mail server took the receipt.
  is_receipt_sent boolean,
  constraint erasure_finished_forgets check ((finished_at is null) = (email is not null))
);
create index erasure_unfinished on erasure (asked_at) where finished_at is null;

-- What was under way when an account was deleted brings nothing of it back: the lock waits for whoever deletes it.
create function refuse_deleted_account() returns trigger language plpgsql as $$
declare
  whose uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  perform from account where id = whose for key share;
  if exists (select from account where id = whose and deleted_at is not null) then
    raise exception 'the account is deleted' using errcode = 'check_violation', constraint = 'account_is_deleted';
  end if;
  return new;
end $$;
create trigger account_credential_of_living before insert on account_credential
  for each row execute function refuse_deleted_account('account_id');
create trigger account_passkey_of_living before insert on account_passkey
  for each row execute function refuse_deleted_account('account_id');
create trigger account_second_factor_of_living before insert on account_second_factor
  for each row execute function refuse_deleted_account('account_id');
create trigger profile_of_living before insert on profile
  for each row execute function refuse_deleted_account('account_id');
create trigger agent_profile_of_living before insert on agent_profile
  for each row execute function refuse_deleted_account('account_id');
create trigger calendar_feed_of_living before insert on calendar_feed
  for each row execute function refuse_deleted_account('account_id');
create trigger archive_of_living before insert on archive
  for each row execute function refuse_deleted_account('account_id');
create trigger property_of_living before insert on property
  for each row execute function refuse_deleted_account('owner_id');
create trigger photo_of_living before insert on photo
  for each row execute function refuse_deleted_account('uploaded_by');

-- As before (0032), and nobody signs in to a deleted account.
create or replace function note_sign_in() returns trigger language plpgsql as $$
declare
  why text;
begin
  update account set last_signed_in_at = new.created_at where id = new.account_id;
  select reason into why from suspension where account_id = new.account_id;
  if not found then
    select 'it was deleted' into why from account where id = new.account_id and deleted_at is not null;
  end if;
  if found then
    raise exception 'the account is suspended' using errcode = 'check_violation', constraint = 'session_of_active_account', detail = why;
  end if;
  return new;
end $$;
