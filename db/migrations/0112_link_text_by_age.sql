-- concurrently
-- Expand: finds old texts with a booking link, which we delete.
drop index concurrently if exists link_text_by_age;
create index concurrently link_text_by_age on link_text (created_at);
