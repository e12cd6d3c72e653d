-- Deletes a property unless it has upcoming showings: "deleted", "upcoming", or "missing". Its holds end; a buyer who has paid
-- gets a refund. Unpaid demo showings do not count, and this deletes them, too. p_owner null: any owner.
create or replace function delete_property(p_id uuid, p_owner uuid, p_now timestamptz) returns text language plpgsql as $$
declare
  holds uuid[];
begin
  -- Every booking needs a key lock on this row. So this waits for running bookings, and the query below sees them.
  perform 1 from property where id = p_id and deleted_at is null and (p_owner is null or owner_id = p_owner) for update;
  if not found then return 'missing'; end if;

  -- A hold that another transaction is settling is locked. We do not wait for it and count it as upcoming.
  select coalesce(array_agg(id), '{}') into holds from (
    select id from booking where property_id = p_id and status = 'held' for update skip locked) held;
  if exists (
    select from booking b where b.property_id = p_id and b.ends_at > p_now and b.status in ('held', 'pending', 'confirmed')
      and b.id <> all (holds) and (not b.is_demo or exists (select from payment where booking_id = b.id)))
  then
    return 'upcoming';
  end if;

  update booking set status = 'lapsed', updated_at = p_now where id = any (holds);
  delete from move_proposal q using booking b where b.id in (q.booking_id, q.slot_id) and b.property_id = p_id and b.is_demo
    and not exists (select from payment where booking_id = b.id);
  delete from booking b where b.property_id = p_id and b.is_demo
    and not exists (select from payment where booking_id = b.id)
    and not exists (select from compliance_entry where booking_id = b.id)
    and not exists (select from notification where booking_id = b.id);
  update property set deleted_at = p_now, updated_at = p_now, version = version + 1 where id = p_id;
  return 'deleted';
end $$;
