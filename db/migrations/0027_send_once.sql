-- A message is with one sender at a time, and what an earlier try left at its vendor is found again whatever it would say now.

-- Until then somebody is sending it through a vendor: nobody else does. Counts while status = 'sending'.
alter table notification add column sending_until timestamptz;
-- What the tries of a text said, each written down before it was tried.
alter table notification add column tried_texts text[] not null default '{}';
-- What its vendor called it when it was sent before an agent sent it again.
alter table notification add column earlier_references text[] not null default '{}';
create index notification_by_earlier_reference on notification using gin (earlier_references) where earlier_references <> '{}';

create function begin_anew() returns trigger language plpgsql as $$
begin
  new.sending_until := null;
  new.tried_texts := '{}';
  if old.provider_reference is not null then
    new.earlier_references := old.earlier_references || old.provider_reference;
  end if;
  return new;
end $$;
create trigger notification_begins_anew before update of send_id on notification for each row
  when (new.send_id is distinct from old.send_id) execute function begin_anew();

-- As before (0022), but for what was tried already: it may have arrived, and whoever would send it again looks first.
create or replace function silence_notifications(p_booking uuid) returns void language sql as $$
  update notification set status = 'not_sent', reason = 'The showing was called off before this was sent'
  where booking_id = p_booking and status = 'queued' and attempts = 0
    and event in ('booked', 'approved', 'moved', 'reminder_day', 'reminder_hour');
$$;
