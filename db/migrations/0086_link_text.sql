-- Texts in which agents send themselves the booking link of a property. The phone stays in their profile.
create table link_text (
  id uuid primary key,
  property_id uuid not null references property (id),
  account_id uuid not null references account (id),
  language text not null check (language in ('en', 'es')),
  status text not null default 'queued' check (status in ('queued', 'sent', 'not_sent', 'failed')),
  attempts integer not null default 0,
  reference text,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint link_text_ends_once check ((status = 'queued') = (ended_at is null))
);
create unique index link_text_one_queued on link_text (property_id, account_id) where status = 'queued';
create index link_text_latest on link_text (property_id, account_id, created_at desc);
create index link_text_by_account on link_text (account_id);
