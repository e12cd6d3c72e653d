-- What people give the Oracle to read: a file, its pages, and the index of its sentences.
create table document (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- null: not sent with a message yet; then it is swept after a day.
  conversation_id uuid,
  -- The question it came with.
  message_id uuid,
  name text not null check (char_length(name) between 1 and 200),
  -- Decided by the bytes.
  type text not null check (type in ('application/pdf', 'text/plain', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'image/jpeg', 'image/png')),
  size_bytes integer not null check (size_bytes between 1 and 10485760),
  -- Of the file as it came, in hexadecimal.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  status text not null default 'reading' check (status in ('reading', 'ready', 'no_text', 'failed')),
  -- In per cent.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- For a person: why there is no text, or not all of it.
  reason text,
  pages integer check (pages >= 0),
  -- Sentences in the index.
  sentences integer not null default 0 check (sentences >= 0),
  created_at timestamptz not null,
  read_at timestamptz,
  constraint document_of_message_has_conversation check (message_id is null or conversation_id is not null),
  constraint document_read_has_end check ((status = 'reading') = (read_at is null)),
  constraint document_unread_says_why check (status not in ('no_text', 'failed') or reason is not null),
  constraint document_ready_has_pages check (status <> 'ready' or pages is not null)
);
create index document_of_account on document (account_id, created_at desc, id desc);
create index document_of_conversation on document (conversation_id) where conversation_id is not null;
create index document_being_read on document (created_at) where status = 'reading';
create index document_loose on document (created_at) where conversation_id is null;
create trigger document_of_living before insert on document
  for each row execute function refuse_deleted_account('account_id');

create table document_page (
  document_id uuid not null references document (id) on delete cascade,
  -- From 1.
  number integer not null check (number > 0),
  text text not null,
  primary key (document_id, number)
);

-- A sentence, in the order of the file. Its offsets are in UTF-16 units of its page's text, as the browser counts them.
create table document_sentence (
  document_id uuid not null references document (id) on delete cascade,
  -- From 0.
  number integer not null check (number >= 0),
  page integer not null,
  starts integer not null check (starts >= 0),
  ends integer not null,
  text text not null,
  primary key (document_id, number),
  constraint document_sentence_spans check (ends > starts)
);

-- In which sentences of a file a word is. `term`: a stem of PostgreSQL's English dictionary, or `=` and the word as it
-- stands where that is another. `places`: 6 bytes for each sentence, its number (4, big-endian) and what the word weighs
-- in it (2, thousandths; domain.ts), so that one row by its key answers for a whole file.
create table document_term (
  document_id uuid not null references document (id) on delete cascade,
  term text not null check (octet_length(term) <= 2048),
  places bytea not null check (octet_length(places) % 6 = 0),
  primary key (document_id, term)
);

-- A text as its words are looked for: without accents. Ligatures and wide letters are the plain ones.
create function plain_words(said text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;

-- The stems of a text, how often each is in it, and how many words it has; with `=` the words that are no stems.
create function terms_of(said text) returns table (term text, times integer, length bigint)
language sql stable parallel safe as $$
  select lexeme, cardinality(positions), sum(cardinality(positions)) over () from unnest(to_tsvector('pg_catalog.english', said))
  where char_length(lexeme) <= 64
  union all
  select '=' || lexeme, cardinality(positions), sum(cardinality(positions)) over () from unnest(to_tsvector('pg_catalog.simple', said))
  where char_length(lexeme) <= 64 and not ts_lexize('pg_catalog.english_stem', lexeme) && array['', lexeme]
    and ts_lexize('pg_catalog.english_stem', lexeme) <> '{}'
$$;

-- Whoever deletes a document, by whatever way: its files go with it.
create function document_gone() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('document.clear', json_build_object('id', old.id, 'type', old.type), max_attempts := 20);
  return null;
end $$;
create trigger document_gone after delete on document for each row execute function document_gone();
