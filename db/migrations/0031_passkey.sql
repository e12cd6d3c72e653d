-- Passkeys; the columns are Better Auth's but for the last. What is kept of one is public: its secret never leaves the device.
create table account_passkey (
  id uuid primary key,
  name text,
  public_key text not null,
  account_id uuid not null references account (id) on delete cascade,
  credential_id text not null,
  -- How often it was used, as the device tells; one that runs backwards has been copied. 32 bits without a sign.
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz,
  aaguid text,
  last_used_at timestamptz
);
create index account_passkey_by_account on account_passkey (account_id);
-- One passkey opens one account.
create unique index account_passkey_by_credential on account_passkey (credential_id);

-- Each look at the sign-in page may leave a challenge that nobody answers: they are swept away by their age.
create index account_verification_by_expiry on account_verification (expires_at);
