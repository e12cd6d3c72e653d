-- Contract: as 0098.
alter table activity drop constraint activity_owner_id_fkey, drop constraint activity_property_id_fkey;
