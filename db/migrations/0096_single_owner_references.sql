-- Contract: the references of 0094 say what these two said.
alter table booking drop constraint booking_owner_id_fkey, drop constraint booking_property_id_fkey;
alter table activity drop constraint activity_owner_id_fkey, drop constraint activity_property_id_fkey;
alter table property_month drop constraint property_month_owner_id_fkey, drop constraint property_month_property_id_fkey;
