-- A second factor of the sign-in; the columns are Better Auth's. Secret and recovery codes are sealed with the server's secret.
alter table account add column two_factor_enabled boolean default false;

create table account_second_factor (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);
create unique index account_second_factor_by_account on account_second_factor (account_id);
create index account_second_factor_by_secret on account_second_factor (secret);

-- A code of the app is good for a minute and a half, but once (RFC 6238, section 5.2).
create table account_used_code (
  account_id uuid not null references account (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz not null,
  primary key (account_id, code_hash)
);
