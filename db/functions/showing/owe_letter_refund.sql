-- Records that we owe the buyer the price of a letter that we will not mail. Every transaction that could cause this
-- calls the function at its end, under the booking's lock, so that the last one sees everything. We owe the price if
-- both are true:
-- - The showing is canceled or over, or no letter was planned for its start.
-- - The newest letter was recalled or not sent, and none is in progress.
create or replace function owe_letter_refund(p_booking uuid) returns void language plpgsql as $$
declare
  b booking;
  pay payment;
  letter notification;
  is_under_way boolean;
  is_off boolean;
  is_over boolean;
begin
  select * into b from booking where id = p_booking;
  if not b.mail_upgrade or b.status not in ('confirmed', 'completed', 'no_show', 'cancelled', 'declined') then return; end if;
  select * into pay from payment where booking_id = p_booking;
  -- A full refund includes the letter.
  if pay.status is distinct from 'succeeded' then return; end if;
  select coalesce(bool_or(status in ('queued', 'sending')), false) into is_under_way
    from notification where booking_id = p_booking and channel = 'certified_mail';
  if is_under_way then return; end if;
  select * into letter from notification where booking_id = p_booking and channel = 'certified_mail'
    order by round desc, created_at desc, id desc limit 1;
  is_off := b.status in ('cancelled', 'declined');
  is_over := b.status in ('completed', 'no_show');
  -- The vendor has the letter, or has not answered the recall yet.
  if letter.status = 'sent' and letter.recall is distinct from 'cancelled' then return; end if;
  if is_off or is_over or letter.id is null or letter.round < b.calendar_sequence then
    insert into letter_refund (payment_id, booking_id, due_at)
      values (pay.id, b.id, greatest(b.updated_at, letter.logged_at, letter.recall_asked_at))
      on conflict do nothing;
    if found then
      perform graphile_worker.add_job('lifecycle.refund-letter', json_build_object('bookingId', b.id), max_attempts => 3);
    end if;
  end if;
end $$;
