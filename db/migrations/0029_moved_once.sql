-- As before (0022), but for what was tried already: it may have arrived, and whoever would send it again looks first.
create or replace function silence_old_start() returns trigger language plpgsql as $$
begin
  if new.starts_at is distinct from old.starts_at then
    update notification set status = 'not_sent', reason = 'The showing was moved before this was sent'
      where booking_id = new.id and status = 'queued' and attempts = 0 and round < new.calendar_sequence
        and (channel = 'certified_mail' or event in ('reminder_day', 'reminder_hour'));
  end if;
  if new.mail_upgrade then
    perform graphile_worker.add_job('letter.take-back', json_build_object('bookingId', new.id), max_attempts => 3);
  end if;
  return null;
end $$;
