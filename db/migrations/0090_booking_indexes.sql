-- Contract: the indexes of 0089 have what these had. Processes of the version before find them too.
lock table booking in access exclusive mode;
drop index booking_slots, booking_by_property, booking_by_owner, booking_search;
alter table booking drop constraint booking_manage_token_key, drop constraint booking_notice_token_key;
-- No query asks for the demos by their emptiness.
drop index booking_demo_home;
