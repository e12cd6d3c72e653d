-- A late payment cannot take back its slot if the property was deleted or has another time zone by now, or if its agent
-- is suspended. settle_order records the refund.
create or replace function refuse_unavailable_property() returns trigger language plpgsql as $$
begin
  perform 1 from property h where h.id = new.property_id and h.deleted_at is null and h.time_zone = new.time_zone
    and not exists (select from suspension s where s.account_id = h.owner_id) for key share of h;
  if not found then raise exclusion_violation using message = 'the property of this booking is gone'; end if;
  return new;
end $$;

create or replace trigger booking_needs_property before update of status on booking for each row
  when (old.status = 'lapsed' and new.status in ('held', 'pending', 'confirmed')) execute function refuse_unavailable_property();
