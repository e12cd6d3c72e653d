-- An index counts failed messages by this column. If it had the status, each change of a status would write every index.
create or replace function mark_failed() returns trigger language plpgsql as $$
begin
  new.has_failed := new.status = 'failed';
  return new;
end $$;

-- Marks those that failed before the triggers were there, once. Nobody writes a message until they are.
do $$ begin
  if not exists (select from pg_trigger where tgname = 'notification_marks_failed') then
    lock table notification in share row exclusive mode;
    update notification set has_failed = true where status = 'failed';
  end if;
end $$;

create or replace trigger notification_marks_failed before update of status on notification for each row
  when ((new.status = 'failed') <> (old.status = 'failed')) execute function mark_failed();
create or replace trigger notification_failed_at_once before insert on notification for each row
  when (new.status = 'failed') execute function mark_failed();
