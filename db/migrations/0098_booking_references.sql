-- Contract: the reference of 0094 says what these two said.
alter table booking drop constraint booking_owner_id_fkey, drop constraint booking_property_id_fkey;
