-- Expand: a trigger runs its function whatever their names are, and no server calls this function by name.
alter function begin_anew() rename to reset_send_attempt;
alter trigger notification_begins_anew on notification rename to notification_resets_send_attempt;
