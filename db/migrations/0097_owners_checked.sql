-- Expand: reads the rows that exist. Its locks keep no reader and no writer waiting.
alter table booking validate constraint booking_of_owner_of_property;
alter table activity validate constraint activity_of_owner_of_property;
alter table property_month validate constraint property_month_of_owner_of_property;
