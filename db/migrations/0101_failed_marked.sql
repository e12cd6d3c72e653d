-- Expand: messages that fail are marked from now on, and 0102 marks those that failed before. The triggers of
-- db/functions/notice/mark_failed.sql come after the migrations and replace this one.
create function mark_failed_early() returns trigger language plpgsql as $$
begin
  new.has_failed := new.status = 'failed';
  return new;
end $$;
create trigger notification_marks_early before insert or update on notification for each row
  execute function mark_failed_early();
