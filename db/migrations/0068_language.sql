-- The language that buyers and residents read. That of an account is in its settings.
alter table booking add column language text not null default 'en';
alter table booking add constraint booking_language_check check (language ~ '^[a-z]{2,3}$') not valid;
alter table property add column resident_language text not null default 'en';
alter table property add constraint property_resident_language_check check (resident_language ~ '^[a-z]{2,3}$') not valid;
alter table booking validate constraint booking_language_check;
alter table property validate constraint property_resident_language_check;
