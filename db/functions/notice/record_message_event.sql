create or replace function record_message_event() returns trigger language plpgsql as $$
declare
  b booking;
begin
  select * into b from booking where id = new.booking_id;
  if new.status = 'failed' and old.status <> 'failed' and not b.is_demo then
    insert into activity (owner_id, property_id, booking_id, kind, at)
      values (b.owner_id, b.property_id, b.id, 'message_failed', coalesce(new.logged_at, new.created_at))
    on conflict do nothing;
  end if;
  perform record_event(case when new.status = 'failed' and old.status <> 'failed' then 'message.failed' else 'message.changed' end,
    new.id, jsonb_build_object('owner', b.owner_id));
  return null;
end $$;

-- We do not announce every sent message, because each booking has six and no one waits for them. But the author of a
-- thread message waits for its delivery.
create or replace trigger notification_changed after update on notification for each row
  when ((new.status = 'failed' and old.status <> 'failed')
    or (new.resends > 0 and (new.status, new.resends) is distinct from (old.status, old.resends))
    or (new.thread_message_id is not null and new.logged_at is not null and new.status is distinct from old.status)
    or new.carriage is distinct from old.carriage or new.recall is distinct from old.recall)
  execute function record_message_event();
