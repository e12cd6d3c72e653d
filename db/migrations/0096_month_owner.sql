-- Expand: as 0094.
alter table property_month add constraint property_month_of_owner_of_property
  foreign key (owner_id, property_id) references property (owner_id, id) on delete cascade not valid;
