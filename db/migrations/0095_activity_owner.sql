-- Expand: as 0094.
alter table activity add constraint activity_of_owner_of_property
  foreign key (owner_id, property_id) references property (owner_id, id) on delete cascade not valid;
