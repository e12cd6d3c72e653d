-- A session ends 30 days after the sign-in, even if the user renews it.
create or replace function cap_session() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $$;

create or replace trigger session_capped before insert or update on account_session for each row execute function cap_session();
