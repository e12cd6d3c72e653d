-- Withdraws a record, with a log entry. Returns false if it was already withdrawn.
-- p: reason, withdrawn_by, withdrawn_as
create or replace function withdraw_service(p_service uuid, p jsonb, p_payload text, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  b booking;
begin
  -- We hold the booking's lock, as record_service does, so that a new record never counts as a repeat of a withdrawn one.
  select k.* into b from booking k join notice_service s on s.booking_id = k.id where s.id = p_service for no key update of k;
  if exists (select from notice_service_withdrawal where service_id = p_service) then return false; end if;
  insert into notice_service_withdrawal values (
    p_service, p ->> 'reason', (p ->> 'withdrawn_by')::uuid, p ->> 'withdrawn_as', p_now,
    append_compliance(b.property_id, b.id, 'service_withdrawn', p_now, p_payload));
  perform check_reminders(b.id, p_now);
  return true;
end $$;
