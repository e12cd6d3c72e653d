-- The reference for the read benchmarks: the product's own rows in plain tables, each with only the index that its
-- statement needs.
create schema reads;
set search_path = reads, public;

create table home as select * from property;
create unique index home_slug on home (slug);
create unique index home_id on home (id);

create table showing as select * from booking;
create index showing_time on showing (property_id, starts_at);

create table picture as
  select i.id, p.shown_name as username, i.visibility, i.prompt, i.used_params, i.remix_of, i.width, i.height, i.original_width,
    i.original_height, i.thumbhash, i.look, i.sha256, i.removed_at, i.removed_reason, i.created_at
  from shown_image s join image i on i.id = s.image_id join profile p on p.account_id = i.account_id;
create unique index picture_place on picture (created_at, id);
