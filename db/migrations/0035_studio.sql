-- The image studio: what was asked for, and what came of it.
create table generation (
  id uuid primary key,
  account_id uuid not null references account (id),
  prompt text not null check (char_length(prompt) between 1 and 1000),
  negative_prompt text not null default '' check (char_length(negative_prompt) <= 1000),
  style text not null,
  filter text not null,
  seed bigint not null check (seed between 0 and 4294967295),
  -- Images asked for; each has the seed of the one before and 1.
  count smallint not null check (count between 1 and 4),
  restore_faces boolean not null,
  engine text not null check (engine in ('local', 'a1111', 'openai')),
  remix_of uuid,
  retry_of uuid,
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  -- In per cent.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Raised with every change: by it an event stream goes on where it was lost.
  revision integer not null default 0,
  attempts smallint not null default 0,
  -- Whoever draws holds the lease; once it has run out another may draw.
  lease uuid,
  leased_until timestamptz,
  -- For a person.
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  constraint generation_running_is_leased check ((status = 'running') = (lease is not null and leased_until is not null)),
  constraint generation_over_has_end check ((status in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
  constraint generation_failed_says_why check (status <> 'failed' or error is not null)
);
create index generation_under_way on generation (account_id) where status in ('queued', 'running');
create index generation_queued on generation (created_at, id) where status = 'queued';
create index generation_leased on generation (leased_until) where status = 'running';
create index generation_of_account on generation (account_id, created_at desc, id desc);
create trigger generation_of_living before insert on generation
  for each row execute function refuse_deleted_account('account_id');

create table image (
  id uuid primary key,
  account_id uuid not null references account (id),
  generation_id uuid not null references generation (id),
  -- Which of its images: from 0.
  number smallint not null check (number between 0 and 3),
  visibility text not null default 'private' check (visibility in ('public', 'private')),
  prompt text not null,
  negative_prompt text not null,
  style text not null,
  -- How it is shown: the drawing itself is kept without.
  filter text not null,
  filter_strength smallint not null default 100 check (filter_strength between 0 and 100),
  seed bigint not null,
  engine text not null,
  model text,
  -- As the API answers them: every parameter with the seed.
  used_params jsonb not null,
  remix_of uuid references image (id) on delete set null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  thumbhash text not null,
  -- Its files are images/<id>/<look>-….<type>: another look has other names. The original is images/<id>/original.png.
  look text not null check (look ~ '^[A-Za-z0-9_-]{16,}$'),
  -- SHA-256 of the PNG that is shown, in hexadecimal.
  sha256 text not null,
  -- By an admin, with what the creator reads.
  removed_at timestamptz,
  removed_reason text,
  created_at timestamptz not null,
  constraint image_once unique (generation_id, number),
  constraint image_removed_has_reason check ((removed_at is null) = (removed_reason is null))
);
-- The gallery: newest first, by the pair that orders it.
create index image_public on image (created_at desc, id desc) where visibility = 'public' and removed_at is null;
create index image_of_account on image (account_id, created_at desc, id desc);
create index image_public_of_account on image (account_id, created_at desc, id desc)
  where visibility = 'public' and removed_at is null;
create index image_by_remix on image (remix_of) where remix_of is not null;
create trigger image_of_living before insert on image
  for each row execute function refuse_deleted_account('account_id');
