-- Grants the credits for a registration once for each account, and not again for the email of a deleted account. That
-- email is free only after the deletion committed, so the row is there. Returns the balance, or null.
create or replace function grant_registration(entry_id uuid, account uuid, granted integer, hash text, at timestamptz)
returns integer language plpgsql as $$
begin
  if exists (select from former_registration where email_hash = hash and forget_at > at) then
    return null;
  end if;
  return move_credits(entry_id, account, granted, 'registration', 'registration', at);
end $$;
