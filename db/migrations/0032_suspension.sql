-- An admin may suspend an account. Nobody signs in to it, in whatever way, until that is lifted; its homes are unlisted.
create table suspension (
  account_id uuid primary key references account (id) on delete cascade,
  -- Read by whose account it is, when he tries to sign in.
  reason text not null check (reason <> ''),
  suspended_at timestamptz not null,
  -- What was listed until then, to be listed again.
  unlisted uuid[] not null
);

alter table account add column last_signed_in_at timestamptz;
update account a set last_signed_in_at = (select max(created_at) from account_session s where s.account_id = a.id);

-- The account's row is locked first, as whoever suspends it does: of the two one waits, and then sees what the other did.
create function note_sign_in() returns trigger language plpgsql as $$
declare
  why text;
begin
  update account set last_signed_in_at = new.created_at where id = new.account_id;
  select reason into why from suspension where account_id = new.account_id;
  if found then
    raise exception 'the account is suspended' using errcode = 'check_violation', constraint = 'session_of_active_account', detail = why;
  end if;
  return new;
end $$;
create trigger session_of_active_account before insert on account_session for each row execute function note_sign_in();

create index admin_act_by_actor on admin_act (actor_id, id);
