-- Contract: as 0090. Until the last process of the version before has ended, its page of operations reads every message.
lock table notification in access exclusive mode;
alter table notification drop constraint notification_send_id_key;
drop index notification_failed, notification_letter;
