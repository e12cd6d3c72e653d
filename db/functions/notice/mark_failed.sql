-- We count failed messages by an index on this column. PostgreSQL would write an index on the status at every change of
-- it.
create or replace function mark_failed() returns trigger language plpgsql as $$
begin
  new.has_failed := new.status = 'failed';
  return new;
end $$;

create or replace trigger notification_marks_failed before update of status on notification for each row
  when ((new.status = 'failed') <> (old.status = 'failed')) execute function mark_failed();
create or replace trigger notification_failed_at_once before insert on notification for each row
  when (new.status = 'failed') execute function mark_failed();
