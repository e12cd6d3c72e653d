-- An agent keeps a slot for a visitor who phoned and pays by a link. The visitor agrees to the terms on the page of the link.
alter table booking
  add column terms_agreed_at timestamptz,
  add constraint booking_terms_by_hand check (terms_agreed_at is null or booked_by is not null);
create index booking_held_by_hand on booking (owner_id, hold_expires_at) where status = 'held' and booked_by is not null;
