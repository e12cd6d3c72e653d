-- Expand: processes of the version before work with this. db/functions/notice/mark_failed.sql keeps the column.
-- No index is to have the status, so that beginning to send a message changes its row in place and writes no index. Pages
-- keep room for that.
alter table notification add column has_failed boolean not null default false, set (fillfactor = 75);
