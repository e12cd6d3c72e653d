-- Contract: servers of 0.3.0 record every delivery by record_deliveries and mark failed messages by the triggers of
-- db/functions/notice/mark_failed.sql. The changelog of 0.3.0 says to stop those of 0.2.0, which call record_delivery.
drop function if exists record_delivery(uuid, uuid, jsonb, timestamptz);
-- 0101 made this trigger. 0.3.0 has dropped it, and dropping a missing trigger also locks the table.
do $$ begin
  if exists (select from pg_trigger where tgname = 'notification_marks_early') then
    drop trigger notification_marks_early on notification;
    drop function mark_failed_early();
  end if;
end $$;
