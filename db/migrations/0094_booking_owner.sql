-- Expand: a booking, its activity and its month name the owner of their property. One reference says so and locks the
-- property, not also the account, whose row every booking of an agent would lock. 0097 checks the rows that exist.
alter table booking add constraint booking_of_owner_of_property
  foreign key (owner_id, property_id) references property (owner_id, id) not valid;
