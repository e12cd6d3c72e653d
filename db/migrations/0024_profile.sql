-- What a profile shows of its owner, and what he may spend in the studio.
alter table profile add column picture_key text constraint profile_picture_is_kept references photo (key);
create index profile_by_picture on profile (picture_key) where picture_key is not null;

-- Credits, one entry for each movement, never changed. No foreign key: like every ledger it outlives what it speaks of.
create table credit_entry (
  id uuid primary key,
  account_id uuid not null,
  -- Two movements in one moment would have the same number: one of them waits and reads the other's balance.
  sequence integer not null check (sequence > 0),
  amount integer not null check (amount <> 0),
  kind text not null,
  -- What makes a movement the same one again: a payment, an image, a month; of a registration its own word.
  reference text not null,
  balance integer not null constraint credit_never_negative check (balance >= 0),
  created_at timestamptz not null,
  unique (account_id, sequence),
  constraint credit_entry_once unique (account_id, kind, reference)
);

create trigger credit_entry_append_only before update or delete on credit_entry
  for each row execute function refuse_change();
create trigger credit_entry_no_truncate before truncate on credit_entry
  for each statement execute function refuse_change();

-- Writes a movement down, once. Answers the balance after it, or null where it was written down before.
create function move_credits(entry_id uuid, account uuid, moved integer, entry_kind text, referred text, at timestamptz)
returns integer language plpgsql as $$
declare
  last record;
  result integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('credit ' || account, 0));
  if exists (select from credit_entry where account_id = account and kind = entry_kind and reference = referred) then
    return null;
  end if;
  select sequence, balance into last from credit_entry where account_id = account order by sequence desc limit 1;
  insert into credit_entry (id, account_id, sequence, amount, kind, reference, balance, created_at)
  values (entry_id, account, coalesce(last.sequence, 0) + 1, moved, entry_kind, referred,
    coalesce(last.balance, 0) + moved, at)
  returning balance into result;
  return result;
end $$;
