-- Expand: the end of a month that the plan has left. Until then, its subscription has it. Servers of the previous version
-- ignore the column, and fulfil_credits fills it for them, too.
alter table purchase add column period_end timestamptz;
