-- A request that runs during an account's deletion must not store anything new for it. The lock waits for the deletion.
create or replace function refuse_deleted_account() returns trigger language plpgsql as $$
declare
  whose uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  perform from account where id = whose for key share;
  if exists (select from account where id = whose and deleted_at is not null) then
    raise exception 'the account is deleted' using errcode = 'check_violation', constraint = 'account_is_deleted';
  end if;
  return new;
end $$;
