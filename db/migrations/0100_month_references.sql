-- Contract: as 0098.
alter table property_month drop constraint property_month_owner_id_fkey, drop constraint property_month_property_id_fkey;
