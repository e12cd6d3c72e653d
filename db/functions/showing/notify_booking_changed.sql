create or replace function notify_booking_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'property:' || new.property_id);
  return null;
end $$;

create or replace trigger booking_taken after insert on booking for each row execute function notify_booking_changed();

-- held -> confirmed changes nothing that a page shows; only what starts or stops to block does.
create or replace trigger booking_moved after update on booking for each row
  when ((old.status in ('held', 'pending', 'confirmed', 'completed', 'no_show'))
        is distinct from (new.status in ('held', 'pending', 'confirmed', 'completed', 'no_show'))
        or old.during is distinct from new.during)
  execute function notify_booking_changed();
