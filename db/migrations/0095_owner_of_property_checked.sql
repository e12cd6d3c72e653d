-- Expand: reads the rows that exist, while people book.
alter table booking validate constraint booking_of_owner_of_property;
alter table activity validate constraint activity_of_owner_of_property;
alter table property_month validate constraint property_month_of_owner_of_property;
