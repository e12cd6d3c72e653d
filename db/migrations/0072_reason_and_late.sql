-- What a buyer is told: why the agent ended their showing, and by how many minutes the agent runs late.
alter table booking add column reason_for_buyer text;
alter table booking add column late_minutes integer;
alter table booking add constraint booking_reason_of_the_end
  check (reason_for_buyer is null or status in ('cancelled', 'declined') and length(reason_for_buyer) between 1 and 500);
alter table booking add constraint booking_late_minutes_check check (late_minutes in (10, 20, 30));

-- One message may follow another about the same start, such as 20 minutes after 10: each is a turn.
alter table notification add column turn integer not null default 0;
alter table notification drop constraint notification_once;
alter table notification add constraint notification_once unique (booking_id, round, event, turn, channel, role);
