-- Refuses sign-ins to a suspended or deleted account. We lock the account's row first, as a suspension and a deletion
-- do,
-- so that one waits and then sees the result of the other.
create or replace function note_sign_in() returns trigger language plpgsql as $$
declare
  why text;
begin
  update account set last_signed_in_at = new.created_at where id = new.account_id;
  select reason into why from suspension where account_id = new.account_id;
  if not found then
    select 'it was deleted' into why from account where id = new.account_id and deleted_at is not null;
  end if;
  if found then
    raise exception 'the account is suspended' using errcode = 'check_violation', constraint = 'session_of_active_account', detail = why;
  end if;
  return new;
end $$;

create or replace trigger session_of_active_account before insert on account_session for each row execute function note_sign_in();
