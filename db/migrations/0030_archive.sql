-- A file with everything of an account, asked for by its owner. The row outlives the file: by it requests are counted.
create table archive (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  status text not null default 'being_made' check (status in ('being_made', 'ready', 'failed', 'expired')),
  asked_at timestamptz not null,
  -- How many of its parts are in it.
  parts_done integer not null default 0 check (parts_done >= 0),
  -- Where it lies, and of what size and hash it is: known once it is whole.
  file_name text,
  size_bytes bigint,
  sha256 text,
  made_at timestamptz,
  expires_at timestamptz,
  constraint archive_ready_is_whole check (status <> 'ready'
    or num_nonnulls(file_name, size_bytes, sha256, made_at, expires_at) = 5)
);
create unique index archive_one_under_way on archive (account_id) where status = 'being_made';
create index archive_by_account on archive (account_id, asked_at desc);
create index archive_to_expire on archive (expires_at) where status = 'ready';

-- What an archive asks for beyond the lists of the pages: homes that are deleted too, and photos by who put them there.
create index property_of_owner on property (owner_id, id);
create index photo_by_uploader on photo (uploaded_by, key);
