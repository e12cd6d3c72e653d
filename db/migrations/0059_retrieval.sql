-- What is found in files: pieces of a page know the headings above them, the index is made by the program (stems of two
-- languages), a file says what it is about, and a conversation may name a file of another one.
alter table document
  -- Of the index that its terms are in; a file with an older one is put into the index again by a job.
  add column index_version smallint not null default 0 check (index_version >= 0),
  -- What it is about (src/features/overview/contract.ts); null: not read, or nothing in it can be read.
  add column overview jsonb check (jsonb_typeof(overview) = 'object'),
  add constraint document_of_account_once unique (id, account_id);
create index document_to_index on document (index_version) where sentences > 0;

alter table document_sentence
  add column kind text not null default 'sentence' check (kind in ('heading', 'sentence', 'item', 'row')),
  -- A heading and what is below it, up to the next heading.
  add column section integer not null default 0 check (section >= 0),
  -- The headings above it, the outermost first.
  add column context text not null default '',
  -- The heads of the columns of its table.
  add column columns text not null default '';

-- Which files a conversation is about. Both belong to one account. A file has one conversation that it goes with
-- (document.conversation_id); others may name it.
alter table conversation add constraint conversation_of_account_once unique (id, account_id);
create table conversation_document (
  conversation_id uuid not null,
  document_id uuid not null,
  account_id uuid not null,
  primary key (conversation_id, document_id),
  foreign key (conversation_id, account_id) references conversation (id, account_id) on delete cascade,
  foreign key (document_id, account_id) references document (id, account_id) on delete cascade
);
create index conversation_document_of on conversation_document (document_id);
insert into conversation_document (conversation_id, document_id, account_id)
select conversation_id, id, account_id from document where conversation_id is not null;

create function document_placed() returns trigger language plpgsql as $$
begin
  if new.conversation_id is not null then
    insert into conversation_document (conversation_id, document_id, account_id)
    values (new.conversation_id, new.id, new.account_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger document_placed after insert or update of conversation_id on document
  for each row execute function document_placed();

-- A question that asks only the files of its conversation.
alter table conversation_message add column this_conversation_only boolean not null default false;

-- Files that were read before get their sections, their overview and the new index.
do $$
begin
  if exists (select from document where sentences > 0) then
    perform graphile_worker.add_job('document.index', json_build_object('id', id), queue_name := 'document index')
    from document where sentences > 0;
  end if;
end $$;

drop function terms_of(text);
drop function plain_words(text);
