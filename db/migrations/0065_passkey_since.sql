-- The list of passkeys says since when each is there. Better Auth always writes it, and its own schema does not promise it.
update account_passkey set created_at = coalesce(last_used_at, now()) where created_at is null;
alter table account_passkey alter column created_at set not null;
