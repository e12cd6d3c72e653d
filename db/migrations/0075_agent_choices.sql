-- Which messages reach an agent, and how. No row: by text and by email. A request to decide reaches the agent in some way.
create table message_choice (
  account_id uuid not null references account (id) on delete cascade,
  topic text not null
    check (topic in ('booking', 'request', 'cancellation', 'reschedule', 'reminder', 'message', 'refund')),
  by_text boolean not null,
  by_email boolean not null,
  primary key (account_id, topic),
  constraint message_choice_request_reaches check (topic <> 'request' or by_text or by_email)
);

-- What an agent often writes to buyers. place: one of 20.
create table message_template (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  place smallint not null,
  name text not null check (length(name) between 1 and 60),
  words text not null check (length(words) between 1 and 480),
  constraint message_template_place check (place between 1 and 20),
  constraint message_template_one_place unique (account_id, place)
);
