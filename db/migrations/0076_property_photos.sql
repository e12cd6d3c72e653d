-- A property has several photos in an order, each with a caption. The one at position 0 is its first photo.
create table property_photo (
  property_id uuid not null references property (id) on delete cascade,
  position smallint not null,
  photo_key text not null constraint property_photo_is_kept references photo (key),
  caption text,
  primary key (property_id, position),
  constraint property_photo_once unique (property_id, photo_key),
  constraint property_photo_at_most_20 check (position between 0 and 19),
  constraint property_photo_caption_said check (caption <> '' and length(caption) <= 200)
);
create index property_photo_by_key on property_photo (photo_key);

insert into property_photo (property_id, position, photo_key)
select id, 0, photo_key from property where photo_key is not null;

-- Its file in db/functions creates it again with the photo of the new table.
drop view showing;
alter table property
  drop column photo_key, drop column photo_thumbhash, drop column photo_placeholder, drop column photo_width,
  drop column photo_height;
