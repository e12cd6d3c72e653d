-- Records changes to a showing other than its status and time: a refund request, a proposed time, the buyer's email,
-- the money, the service of the notice, and the visitor's feedback. The agent's open pages reload. The property's free
-- times do not change.
create or replace function record_showing_event() returns trigger language plpgsql as $$
declare
  it jsonb := to_jsonb(new);
  of_booking text := case tg_table_name
    when 'booking' then it ->> 'id'
    when 'money_entry' then (select booking_id::text from payment where id = (it ->> 'payment_id')::uuid)
    when 'notice_service_withdrawal' then (select booking_id::text from notice_service where id = (it ->> 'service_id')::uuid)
    else it ->> 'booking_id' end;
begin
  perform record_event('booking.changed', b.id,
    jsonb_build_object('property', b.property_id, 'moves_slots', false, 'owner', b.owner_id))
    from booking b where b.id = of_booking::uuid and b.status not in ('held', 'lapsed');
  return null;
end $$;

-- If the status or time changes, too, record_booking_event records the change.
create or replace trigger booking_details_changed after update on booking for each row
  when ((old.status, old.starts_at, old.during) is not distinct from (new.status, new.starts_at, new.during)
    and (old.refund_requested_at, old.refund_decision, old.late_minutes, old.buyer_email)
      is distinct from (new.refund_requested_at, new.refund_decision, new.late_minutes, new.buyer_email))
  execute function record_showing_event();
-- A payment gets its first states together with its booking, so this skips them.
create or replace trigger payment_moved after update of status on payment for each row
  when (old.status in ('capture_due', 'refund_due') and new.status <> old.status) execute function record_showing_event();
create or replace trigger money_came_back after insert on money_entry for each row
  when (new.kind in ('letter_refund', 'outside_refund', 'refund_failed', 'dispute', 'dispute_returned'))
  execute function record_showing_event();
create or replace trigger move_was_proposed after insert on move_proposal for each row execute function record_showing_event();
-- The other answers come with a new status or time, which record_booking_event records.
create or replace trigger move_was_answered after update of answer on move_proposal for each row
  when (new.answer in ('kept', 'withdrawn', 'unanswered')) execute function record_showing_event();
create or replace trigger notice_was_served after insert on notice_service for each row execute function record_showing_event();
create or replace trigger notice_service_was_withdrawn after insert on notice_service_withdrawal for each row
  execute function record_showing_event();
create or replace trigger visitor_has_answered after update on feedback for each row
  when ((old.interest, old.price, old.condition, old.comment) is distinct from (new.interest, new.price, new.condition, new.comment))
  execute function record_showing_event();
