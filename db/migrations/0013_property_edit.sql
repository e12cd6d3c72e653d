-- What an agent does to a home: photos of his own, and deleting one while somebody may be booking it.

-- Whatever a home shows, deleted ones too, has its row: a photo that is in use cannot be swept away.
insert into photo (key, thumbhash, placeholder, width, height, uploaded_at)
select distinct on (photo_key) photo_key, coalesce(photo_thumbhash, ''), coalesce(photo_placeholder, ''),
  coalesce(photo_width, 1), coalesce(photo_height, 1), created_at
from property where photo_key is not null on conflict do nothing;
alter table property add constraint property_photo_is_kept foreign key (photo_key) references photo (key);
create index property_by_photo on property (photo_key) where photo_key is not null;

-- A hold that was asked for while its home was being deleted, or given another zone, finds no slot: the lock waits for
-- whoever holds the home's row, and reads what became of it.
create or replace function set_booking_owner() returns trigger language plpgsql as $$
declare
  home record;
begin
  select owner_id, deleted_at, time_zone into home from property where id = new.property_id for key share;
  if new.status = 'held' and (home.deleted_at is not null or home.time_zone <> new.time_zone) then return null; end if;
  new.owner_id := home.owner_id;
  return new;
end $$;

-- Nor does a payment that comes late take its slot again in a home that is gone: settle_booking gives the money back.
create function refuse_gone_home() returns trigger language plpgsql as $$
begin
  perform 1 from property where id = new.property_id and deleted_at is null for key share;
  if not found then raise exclusion_violation using message = 'the home of this booking is gone'; end if;
  return new;
end $$;
create trigger booking_needs_home before update of status on booking for each row
  when (old.status = 'lapsed' and new.status in ('held', 'pending', 'confirmed')) execute function refuse_gone_home();

-- Deletes a home unless showings are to come: "deleted", "upcoming" or "missing". Holds end with it: who has paid by then gets
-- his money back. Demo showings that nobody paid for are no showings, and go with it. p_owner null: anybody's.
create function delete_property(p_id uuid, p_owner uuid, p_now timestamptz) returns text language plpgsql as $$
declare
  holds uuid[];
begin
  -- No booking can be made meanwhile: each needs the key of this row, is waited for here, and is seen below.
  perform 1 from property where id = p_id and deleted_at is null and (p_owner is null or owner_id = p_owner) for update;
  if not found then return 'missing'; end if;

  -- One that is being settled at this moment is locked: it is not waited for, but counts as to come.
  select coalesce(array_agg(id), '{}') into holds from (
    select id from booking where property_id = p_id and status = 'held' for update skip locked) held;
  if exists (
    select from booking b where b.property_id = p_id and b.ends_at > p_now and b.status in ('held', 'pending', 'confirmed')
      and b.id <> all (holds) and (not b.is_demo or exists (select from payment where booking_id = b.id)))
  then
    return 'upcoming';
  end if;

  update booking set status = 'lapsed', updated_at = p_now where id = any (holds);
  delete from booking b where b.property_id = p_id and b.is_demo
    and not exists (select from payment where booking_id = b.id)
    and not exists (select from compliance_entry where booking_id = b.id)
    and not exists (select from notification where booking_id = b.id);
  update property set deleted_at = p_now, updated_at = p_now, version = version + 1 where id = p_id;
  return 'deleted';
end $$;
