-- concurrently
-- Expand: finds the unpaid holds whose people we still know, longest ended first. Each of them leaves the index
-- once forgotten. Only the few whose money came, or who got messages, stay in it.
drop index concurrently if exists booking_lapsed_person;
create index concurrently booking_lapsed_person on booking (hold_expires_at)
  where status = 'lapsed' and booked_by is null and buyer_name <> '';
