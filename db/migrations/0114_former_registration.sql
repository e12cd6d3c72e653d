-- Expand: keyed hashes of the emails of deleted accounts that had free credits for their registration. The previous
-- version grants them again.
create table former_registration (
  email_hash text primary key,
  forget_at timestamptz not null
);
create index former_registration_by_age on former_registration (forget_at);
