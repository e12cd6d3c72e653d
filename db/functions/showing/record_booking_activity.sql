-- An open dashboard is told by the channel "dashboard" that something of its owner's has changed: <owner>:<what>.
create or replace function record_booking_activity() returns trigger language plpgsql as $$
begin
  if new.status in ('held', 'lapsed') then return null; end if;
  if not new.is_demo then
    insert into activity (owner_id, property_id, booking_id, kind, at) values (
      new.owner_id, new.property_id, new.id,
      case
        when tg_op = 'INSERT' or old.status in ('held', 'lapsed')
          then case new.status when 'pending' then 'requested' else 'booked' end
        when old.status = new.status then 'moved'
        when new.status = 'confirmed' then 'approved'
        when new.status = 'pending' then 'moved'
        else new.status
      end, new.updated_at);
  end if;
  perform pg_notify('dashboard', new.owner_id || ':booking');
  return null;
end $$;

create or replace trigger booking_activity after update on booking for each row
  when (old.status is distinct from new.status or (new.booked_at is not null and old.starts_at is distinct from new.starts_at))
  execute function record_booking_activity();
create or replace trigger booking_activity_at_once after insert on booking for each row
  when (new.status not in ('held', 'lapsed')) execute function record_booking_activity();
