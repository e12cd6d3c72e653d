-- Files of images that are to go: of those that are deleted or shown otherwise, and of those that are being written and
-- have no row yet. Whoever takes a file into a row takes it out of here in the same transaction.
create table image_trash (
  key text primary key,
  -- Not before: what is being written has time to get its row.
  due_at timestamptz not null
);
create index image_trash_due on image_trash (due_at);

-- By which somebody asks whether these very bytes were made here.
create index image_by_sha256 on image (sha256);
