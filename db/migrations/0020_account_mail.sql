-- Mail that is about an account and no booking: a confirmed address, a forgotten password.
alter table outbox_message alter column booking_id drop not null;

-- When a session was last used, to the nearest few minutes: what its owner knows it by.
alter table account_session add column last_used_at timestamptz;
create index account_verification_by_value on account_verification (value);
