-- Expand: the hold of a proposed time names no person, and it leaves out what its own showing already keeps
-- (propose_move.sql). Any other booking covers its half hour. 0107 checks the rows that exist.
alter table booking
  drop constraint booking_during_covers,
  add constraint booking_during_covers check (
    (lower(during) = starts_at and upper(during) >= ends_at) or (status in ('held', 'lapsed') and buyer_name = '')) not valid;
