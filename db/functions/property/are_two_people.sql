-- Tells whether two contacts are two people. In one account, colleagues can be the contacts of its properties. One person
-- can have two phone numbers or two emails, so both must be known and different. A phone is stored in one spelling.
create or replace function are_two_people(phone text, email text, other_phone text, other_email text) returns boolean
language sql immutable as $$
  select coalesce(phone <> other_phone and lower(email) <> lower(other_email), false)
$$;
