-- SHA-256 of the drawing without its filter, in hexadecimal: by it, too, somebody asks whether bytes were made here.
alter table image add column original_sha256 text;
create index image_by_original on image (original_sha256) where original_sha256 is not null;
