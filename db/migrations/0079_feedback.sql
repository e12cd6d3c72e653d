-- The visitor's answers after a showing. The row is the question: it exists once it was asked, and holds its link.
create table feedback (
  booking_id uuid primary key references booking (id),
  token text not null unique,
  asked_at timestamptz not null,
  interest text check (interest in ('yes', 'maybe', 'no')),
  price text check (price in ('right', 'high', 'low')),
  condition text check (condition in ('better', 'as_expected', 'worse')),
  comment text not null default '' check (char_length(comment) <= 500),
  answered_at timestamptz,
  changed_at timestamptz,
  constraint feedback_whole check (num_nulls(interest, price, condition, answered_at, changed_at) in (0, 5))
);
