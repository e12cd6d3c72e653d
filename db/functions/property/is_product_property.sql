-- Tells whether a property is the product's own demo (PRODUCT_PROPERTY in TypeScript), not an agent's demo property.
create or replace function is_product_property(p_property uuid) returns boolean language sql immutable as $$
  select p_property = '01900000-0000-7000-8000-0000000000d0'
$$;
