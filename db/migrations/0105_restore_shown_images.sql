-- Expand: a trigger runs its function whatever their names are, and no server calls this function by name.
alter function lifting_shows() rename to restore_shown_images;
alter trigger lifting_shows_images on suspension rename to suspension_restores_images;
