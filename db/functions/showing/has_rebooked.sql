-- Returns whether the buyer of an expired hold has since moved on to another time at the property. If so, we refund
-- money that arrives for this hold (decision 85). We identify a buyer by email or phone, and the buyer of a demo by its
-- visitor's.
create or replace function has_rebooked(b booking, p_now timestamptz) returns boolean language sql stable as $$
  select exists (
    select from booking n left join demo_booking nd on nd.booking_id = n.id left join demo_booking bd on bd.booking_id = b.id
    where n.property_id = b.property_id and n.id <> b.id and n.created_at >= b.created_at
      and (n.status in ('pending', 'confirmed') or n.status = 'held' and n.hold_expires_at > p_now)
      and (coalesce(nd.email_folded, n.email_folded) = nullif(coalesce(bd.email_folded, b.email_folded), '')
        or coalesce(nd.phone_key, n.phone_key) = nullif(coalesce(bd.phone_key, b.phone_key), '')))
$$;
