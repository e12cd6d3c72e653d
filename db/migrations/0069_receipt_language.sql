-- The language of the receipt that ends a deletion: the profile that knows it is deleted before.
alter table erasure add column language text not null default 'en';
alter table erasure add constraint erasure_language_check check (language ~ '^[a-z]{2,3}$') not valid;
alter table erasure validate constraint erasure_language_check;
