-- Records a movement once. Returns the balance after it, or null if it was already recorded.
create or replace function move_credits(entry_id uuid, account uuid, moved integer, entry_kind text, referred text, at timestamptz)
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
