-- Expand: a new email of an account, until its owner confirms it. It ends with the session that asked for it, and so
-- with everything that ends sessions: a new password, a suspension, a deletion, and signing out everywhere.
create table account_email_change (
  id uuid primary key,
  account_id uuid not null unique references account (id) on delete cascade,
  session_id uuid not null references account_session (id) on delete cascade,
  email text not null constraint account_email_change_folded check (email = lower(email)),
  expires_at timestamptz not null
);
create index account_email_change_by_session on account_email_change (session_id);
-- The emails that an account had before. Support finds an account by them, and its deletion deletes mail to them.
create table account_former_email (
  account_id uuid not null references account (id) on delete cascade,
  email text not null,
  changed_at timestamptz not null,
  primary key (account_id, email)
);
