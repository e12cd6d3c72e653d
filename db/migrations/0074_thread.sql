-- What an agent and a buyer write to each other about a showing, beside what we sent the buyer.
-- reference: the vendor's ID of a text that came in; a repeated call stores nothing again.
create table thread_message (
  id uuid primary key,
  booking_id uuid not null references booking (id),
  author text not null check (author in ('agent', 'buyer')),
  via text not null check (via in ('page', 'sms')),
  -- Empty once the agent's account is deleted.
  words text not null check (length(words) <= 1600),
  written_at timestamptz not null,
  read_at timestamptz,
  reference text unique,
  constraint thread_message_came_as_text check ((via = 'sms') = (reference is not null) and (via = 'page' or author = 'buyer'))
);
create index thread_message_by_booking on thread_message (booking_id, id);
create index thread_message_unread on thread_message (booking_id) where author = 'buyer' and read_at is null;

-- subject, words: what the buyer got, without their private link. due_at: not sent before.
alter table notification add column thread_message_id uuid references thread_message (id);
alter table notification add column due_at timestamptz;
alter table notification add column subject text;
alter table notification add column words text;
alter table notification drop constraint notification_once;
alter table notification add constraint notification_once
  unique nulls not distinct (booking_id, round, event, turn, channel, role, thread_message_id);
alter table notification add constraint notification_of_thread check ((event = 'message') = (thread_message_id is not null));

-- Whose showing a text is about: the sender's number decides.
create index booking_by_buyer_phone on booking (buyer_phone_e164, ends_at)
  where buyer_phone_e164 is not null and confirmation_number is not null and not is_demo;
