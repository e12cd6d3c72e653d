-- What an agent writes about a property, for its booking page.
alter table property
  add column description text constraint property_description_length check (length(description) <= 2000);
