-- Returns the mailboxes in their order without one of them, however it is spelled.
create or replace function copies_without(mailboxes text[], mailbox text) returns text[] language sql immutable as $$
  select array(select m from unnest(mailboxes) with ordinality as u (m, at) where lower(m) is distinct from lower(mailbox) order by at)
$$;
