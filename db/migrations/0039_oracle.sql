-- The Oracle's conversations: questions and answers in a tree, and a log of what happened in each, which streams read.
create table conversation (
  id uuid primary key,
  account_id uuid not null references account (id),
  title text not null check (char_length(title) between 1 and 120),
  -- Not listed, and deleted a day after its last message.
  is_temporary boolean not null default false,
  -- Of its newest event, and of the newest one that is forgotten: whoever heard less reads the conversation again.
  sequence integer not null default 0,
  forgotten integer not null default 0,
  created_at timestamptz not null,
  -- Of its newest message.
  updated_at timestamptz not null,
  -- By its owner; it can be taken back until a job really deletes it.
  deleted_at timestamptz,
  search tsvector not null generated always as (to_tsvector('simple', title)) stored
);
create index conversation_of_account on conversation (account_id, updated_at desc, id desc);
create index conversation_deleted on conversation (deleted_at) where deleted_at is not null;
create index conversation_temporary on conversation (updated_at) where is_temporary;
create index conversation_remembered on conversation (updated_at) where forgotten < sequence;
create index conversation_search on conversation using gin (search);
create trigger conversation_of_living before insert on conversation
  for each row execute function refuse_deleted_account('account_id');

create table conversation_message (
  id uuid primary key,
  conversation_id uuid not null references conversation (id) on delete cascade,
  account_id uuid not null references account (id),
  -- In the order in which they came, from 1.
  number integer not null,
  -- Those of one parent and role are siblings: the same asked or answered again. null: it stands at the beginning.
  parent_id uuid,
  role text not null check (role in ('user', 'assistant')),
  -- Empty while the answer is being made: then its text is in the events.
  content text not null default '' check (char_length(content) <= 200000),
  status text not null check (status in ('streaming', 'done', 'stopped', 'error')),
  -- { kinds, text }: said before anything else.
  urgent jsonb,
  citations jsonb not null default '[]',
  -- [{ id, name, type }] that came with a question.
  files jsonb not null default '[]',
  engine text check (engine in ('local', 'openai')),
  model text,
  label text,
  -- Idempotency-Key of its request, and a hash of that.
  request_key text check (char_length(request_key) <= 255),
  request_hash text,
  -- Whoever makes the answer holds the lease; once it has run out another begins anew.
  attempts smallint not null default 0,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  search tsvector not null generated always as (to_tsvector('simple', content)) stored,
  constraint conversation_message_once unique (conversation_id, number),
  constraint conversation_message_in unique (conversation_id, id),
  constraint conversation_message_parent foreign key (conversation_id, parent_id)
    references conversation_message (conversation_id, id) on delete cascade,
  constraint conversation_answer_follows check (role = 'user' or parent_id is not null),
  constraint conversation_question_is_done check (role = 'assistant' or status = 'done'),
  constraint conversation_streaming_is_open check ((status = 'streaming') = (finished_at is null)),
  constraint conversation_streaming_alone_is_leased check (status = 'streaming' or lease is null),
  constraint conversation_lease_has_end check ((lease is null) = (leased_until is null)),
  constraint conversation_key_has_hash check ((request_key is null) = (request_hash is null))
);
-- One answer at a time in a conversation.
create unique index conversation_answer_under_way on conversation_message (conversation_id) where status = 'streaming';
create index conversation_streaming on conversation_message (account_id) where status = 'streaming';
create index conversation_message_by_parent on conversation_message (parent_id, role, number);
create unique index conversation_message_requested on conversation_message (account_id, request_key)
  where request_key is not null;
create index conversation_message_search on conversation_message using gin (search);
create trigger conversation_message_of_living before insert on conversation_message
  for each row execute function refuse_deleted_account('account_id');

-- What happened, in order and without a hole that somebody might still fill: numbers are given under the conversation's lock.
-- It is forgotten an hour after its answer was stored whole.
create table conversation_event (
  conversation_id uuid not null references conversation (id) on delete cascade,
  sequence integer not null,
  message_id uuid references conversation_message (id) on delete cascade,
  kind text not null check (kind in ('message', 'urgent', 'status', 'delta', 'citation', 'restart', 'finished', 'renamed',
    'deleted')),
  text text not null default '',
  primary key (conversation_id, sequence)
);
create index conversation_event_of_message on conversation_event (message_id, sequence);

create function append_conversation_event(of_conversation uuid, of_message uuid, of_kind text, with_text text)
returns integer language plpgsql as $$
declare
  following integer;
begin
  update conversation set sequence = sequence + 1 where id = of_conversation returning sequence into following;
  insert into conversation_event (conversation_id, sequence, message_id, kind, text)
  values (of_conversation, following, of_message, of_kind, with_text);
  perform pg_notify('oracle', of_conversation || ':' || of_kind);
  return following;
end $$;

-- What whoever holds the lease adds to an answer. false: it is not his any more.
create function write_answer(of_message uuid, of_lease uuid, until timestamptz, of_kind text, with_text text)
returns boolean language plpgsql as $$
declare
  its_conversation uuid;
begin
  update conversation_message set leased_until = until
  where id = of_message and status = 'streaming' and lease = of_lease returning conversation_id into its_conversation;
  if not found then
    return false;
  end if;
  if of_kind is not null then
    perform append_conversation_event(its_conversation, of_message, of_kind, with_text);
  end if;
  return true;
end $$;

-- An answer that is being made: what came since it last began anew.
create function answer_so_far(of_message uuid, out content text, out citations jsonb) language sql stable as $$
  select coalesce(string_agg(text, '' order by sequence) filter (where kind = 'delta'), ''),
    coalesce(jsonb_agg(text::jsonb order by sequence) filter (where kind = 'citation'), '[]')
  from conversation_event
  where message_id = of_message and kind in ('delta', 'citation') and sequence > coalesce(
    (select max(sequence) from conversation_event where message_id = of_message and kind = 'restart'), 0)
$$;

-- An answer ends once: by whoever makes it, or, without a lease, by whoever stops it.
create function finish_answer(of_message uuid, of_lease uuid, as_status text, with_content text, with_citations jsonb,
  at timestamptz) returns boolean language plpgsql as $$
declare
  its_conversation uuid;
begin
  update conversation_message m set status = as_status, lease = null, leased_until = null, finished_at = at,
    content = coalesce(with_content, so_far.content), citations = coalesce(with_citations, so_far.citations)
  from answer_so_far(of_message) so_far
  where m.id = of_message and m.status = 'streaming' and (of_lease is null or m.lease = of_lease)
  returning m.conversation_id into its_conversation;
  if not found then
    return false;
  end if;
  update conversation set updated_at = at where id = its_conversation;
  perform append_conversation_event(its_conversation, of_message, 'finished', '');
  perform graphile_worker.remove_job('answer:' || of_message);
  return true;
end $$;

alter table document add constraint document_in_conversation
  foreign key (conversation_id) references conversation (id) on delete cascade;
