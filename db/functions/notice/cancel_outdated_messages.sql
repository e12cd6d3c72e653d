-- After a showing moves, its old reminders and letters do not go out (cancel_queued_messages stops those of a canceled
-- one). In both cases, a job recalls letters that the vendor has. The queue's sweep finds a letter that we are sending
-- right now. A message with an earlier try may have arrived, so the next sender checks first. We lock in the order in
-- which senders do.
create or replace function cancel_outdated_messages() returns trigger language plpgsql as $$
begin
  if new.starts_at is distinct from old.starts_at then
    with unsent as (
      select id from notification
      where booking_id = new.id and status = 'queued' and attempts = 0 and round < new.calendar_sequence
        and (channel = 'certified_mail' or starts_with(event, 'reminder_'))
      order by id for update)
    update notification n set status = 'not_sent', reason = 'The showing was moved before this was sent'
      from unsent where n.id = unsent.id;
  end if;
  if new.mail_upgrade then
    perform graphile_worker.add_job('letter.take-back', json_build_object('bookingId', new.id), max_attempts => 3);
  end if;
  return null;
end $$;

create or replace trigger booking_outdates_messages after update on booking for each row
  when (old.status in ('pending', 'confirmed') and (old.starts_at is distinct from new.starts_at
    or new.status is distinct from old.status and new.status in ('cancelled', 'declined')))
  execute function cancel_outdated_messages();
