-- The agent is reminded to post a notice before its deadline, up to two days before the start.
alter table reminder drop constraint reminder_event_check;
alter table reminder add constraint reminder_event_check check (event in ('reminder_day', 'reminder_hour', 'reminder_notice'));
update booking set remind_at = starts_at - interval '48 hours' where remind_at = starts_at - interval '30 hours';
