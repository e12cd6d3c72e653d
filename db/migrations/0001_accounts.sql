-- Who may sign in. The first five tables belong to Better Auth (src/adapters/better-auth.ts maps its names);
-- a test asks its own migration planner that nothing is missing here.
create table account (
  id uuid primary key,
  name text not null,
  -- Stored folded, so that one address is one account.
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table account_session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_session_by_account on account_session (account_id);
create index account_session_expiry on account_session (expires_at);

-- One way to sign in to an account: a password, or later somebody else's word for it.
create table account_credential (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  provider text not null,
  provider_account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_account_id)
);
create index account_credential_by_account on account_credential (account_id);

create table account_verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_verification_by_identifier on account_verification (identifier);

-- The keys that sign the 15-minute tokens; the private half is encrypted with the server's secret.
create table account_key (
  id uuid primary key,
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- What the product knows of an account beside how it signs in. An account without one acts as an agent.
create table profile (
  account_id uuid primary key references account (id) on delete cascade,
  username text not null check (username ~ '^[A-Za-z0-9_-]{3,32}$'),
  bio text not null default '',
  role text not null default 'agent' check (role in ('agent', 'admin')),
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create unique index profile_username_taken on profile (lower(username));
