-- The name of somebody else who shows a booking has the length that other names have.
alter table booking drop constraint booking_shown_by_check;
alter table booking add constraint booking_shown_by_check check (length(shown_by) between 1 and 100);
