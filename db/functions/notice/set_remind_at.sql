create or replace function set_remind_at() returns trigger language plpgsql as $$
begin
  new.remind_at := case when new.status = 'confirmed' and not new.is_demo then new.starts_at - interval '48 hours' end;
  return new;
end $$;

create or replace trigger booking_reminded_at_once before insert on booking for each row
  when (new.status = 'confirmed') execute function set_remind_at();
create or replace trigger booking_reminded before update of status, starts_at on booking for each row
  when (new.status is distinct from old.status or new.starts_at is distinct from old.starts_at)
  execute function set_remind_at();
