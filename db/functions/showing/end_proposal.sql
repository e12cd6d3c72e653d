-- Any change that ends or moves a showing also ends its open proposal. This frees the held slot before the showing
-- takes it.
create or replace function end_proposal() returns trigger language plpgsql as $$
declare
  slot uuid;
begin
  update move_proposal q set answered_at = new.updated_at,
    answer = case when new.status = 'confirmed' and k.starts_at = new.starts_at then 'agreed' else 'ended' end
  from booking k where q.booking_id = new.id and q.answer is null and k.id = q.slot_id returning q.slot_id into slot;
  update booking set status = 'lapsed', updated_at = new.updated_at where id = slot and status = 'held';
  return new;
end $$;

create or replace trigger booking_ends_proposal before update on booking for each row
  when (old.status = 'confirmed' and (new.status <> 'confirmed' or new.starts_at <> old.starts_at))
  execute function end_proposal();
