-- An agent's own note on a buyer, whom they know by email. Nobody else reads it.
create table buyer_note (
  account_id uuid not null references account (id),
  buyer text not null,
  note text not null check (char_length(note) between 1 and 2000),
  updated_at timestamptz not null,
  primary key (account_id, buyer)
);
