-- What the showings' lists are found by, and what completes a showing by itself.

-- Number, telephone (as typed, and its last ten digits), name and e-mail, in small letters. Cut, since an index entry has a limit.
alter table booking add column search_text text generated always as (left(lower(
  coalesce(confirmation_number, '') || ' ' || buyer_phone || ' ' || right(regexp_replace(buyer_phone, '\D', '', 'g'), 10)
  || ' ' || buyer_name || ' ' || buyer_email), 500)) stored;

-- A search reads this one index in the order of the list: of 50,000 showings of one agent in 12 ms, where the table takes 90.
create index booking_search on booking (owner_id, starts_at desc, id desc)
  include (search_text, status, showing_date, property_id) where status not in ('held', 'lapsed');

-- An admin's lists: everybody's showings in order.
create index booking_by_start on booking (starts_at desc, id desc) where status not in ('held', 'lapsed');

-- Showings that turn completed by themselves: few at any time.
create index booking_to_complete on booking (ends_at) where status = 'confirmed';
