-- Expand: the vendor's ID of the text or letter that `carriage` is about. A send whose first answer was lost can have two at
-- the vendor. Null in older rows, whose first final report stays. Adding a column without a default takes no time.
alter table notification add column carriage_reference text;
