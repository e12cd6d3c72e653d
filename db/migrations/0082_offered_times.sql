-- The times that an agent offers in place of a request that they decline.
alter table booking add column offered_times timestamptz[] not null default '{}';
alter table booking add constraint booking_offered_on_decline
  check (cardinality(offered_times) <= 3 and (status = 'declined' or offered_times = '{}'));
