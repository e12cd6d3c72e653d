-- A link for a property's owner, to read only. Renewing replaces it in place; revoking deletes it.
create table owner_link (
  property_id uuid primary key references property (id),
  token text not null unique,
  created_at timestamptz not null
);
