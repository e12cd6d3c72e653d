-- Expand: triggers run their functions whatever the names are, and no server calls these by name.
alter function begin_anew() rename to reset_send_attempt;
alter trigger notification_begins_anew on notification rename to notification_resets_send_attempt;
alter function lifting_shows() rename to restore_shown_images;
alter trigger lifting_shows_images on suspension rename to suspension_restores_images;
