-- The money for certified mail goes back when its letter is not mailed, whatever becomes of the fee.

-- A part of a charge that goes back: the price of a letter. Once for a payment.
alter table money_entry drop constraint money_entry_kind_check;
alter table money_entry add constraint money_entry_kind_check check (kind in ('authorize', 'charge', 'refund', 'release',
  'letter_refund', 'outside_refund', 'refund_failed', 'dispute', 'dispute_returned'));
create unique index money_entry_letter_once on money_entry (payment_id) where kind = 'letter_refund';

-- Owed from the moment on at which a letter that is paid for is sure not to be mailed.
create table letter_refund (
  payment_id uuid primary key references payment (id),
  booking_id uuid not null references booking (id),
  due_at timestamptz not null,
  -- It went back, alone or with the whole payment. null: not yet.
  done_at timestamptz
);
create unique index letter_refund_booking on letter_refund (booking_id);
create index letter_refund_open on letter_refund (due_at) where done_at is null;

-- Writes down that the price of a booking's letter is owed, if the letter will not be mailed. Called at the end of every
-- transaction that could make it so; each of them holds the booking's lock, so that the last one sees all.
-- - The showing is off, or has a start for which no letter was planned; or it is over.
-- - The newest letter was recalled, was not sent, or could not be; none is under way.
create function owe_letter_refund(p_booking uuid) returns void language plpgsql as $$
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
  -- What goes back as a whole has the letter in it.
  if pay.status is distinct from 'succeeded' then return; end if;
  select coalesce(bool_or(status in ('queued', 'sending')), false) into is_under_way
    from notification where booking_id = p_booking and channel = 'certified_mail';
  if is_under_way then return; end if;
  select * into letter from notification where booking_id = p_booking and channel = 'certified_mail'
    order by round desc, created_at desc, id desc limit 1;
  is_off := b.status in ('cancelled', 'declined');
  is_over := b.status in ('completed', 'no_show');
  -- It is with the post, or its recall is not answered yet.
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

-- At the end of the transaction: a move changes the booking first and plans its letter then.
create function owe_for_booking() returns trigger language plpgsql as $$
begin
  perform owe_letter_refund(new.id);
  return null;
end $$;
create constraint trigger booking_owes_letter after update on booking deferrable initially deferred for each row
  when (new.mail_upgrade and (old.status, old.starts_at, old.calendar_sequence)
    is distinct from (new.status, new.starts_at, new.calendar_sequence))
  execute function owe_for_booking();

create function owe_for_letter() returns trigger language plpgsql as $$
begin
  perform owe_letter_refund(new.booking_id);
  return null;
end $$;
create constraint trigger notification_owes_letter after update on notification deferrable initially deferred for each row
  when (new.channel = 'certified_mail' and (old.status, old.recall) is distinct from (new.status, new.recall)
    and (new.recall = 'cancelled' or new.status in ('not_sent', 'failed')))
  execute function owe_for_letter();

create function owe_for_payment() returns trigger language plpgsql as $$
begin
  perform owe_letter_refund(new.booking_id);
  return null;
end $$;
create constraint trigger payment_owes_letter after update on payment deferrable initially deferred for each row
  when (old.status = 'capture_due' and new.status = 'succeeded')
  execute function owe_for_payment();

-- Letters that were recalled for cancelled showings before this rule: their price is owed too.
select owe_letter_refund(of.booking_id) from (select distinct n.booking_id from notification n
  where n.channel = 'certified_mail' and n.recall = 'cancelled' and n.sent_at > now() - interval '30 days') of;

-- Where the price of a booking's letter is: none (nothing to say of it), recalling (the post service has not answered yet),
-- returning, returned, mailed (it was too late to recall the letter).
create function letter_money(p_booking uuid) returns text language sql stable as $$
  select case
    when not b.mail_upgrade then 'none'
    when exists (select from money_entry where payment_id = p.id and kind = 'letter_refund') then 'returned'
    when exists (select from letter_refund where payment_id = p.id and done_at is null) and p.status = 'succeeded' then 'returning'
    when p.status is distinct from 'succeeded' or b.status not in ('confirmed', 'cancelled', 'declined')
      or (b.status = 'confirmed' and l.round = b.calendar_sequence) then 'none'
    when l.is_recalled is false then 'mailed'
    when l.id is not null then 'recalling'
    else 'none' end
  from booking b left join payment p on p.booking_id = b.id
  left join lateral (
    select n.id, n.round, case n.recall when 'too_late' then false when 'cancelled' then true end as is_recalled from notification n
    where n.booking_id = b.id and n.channel = 'certified_mail' order by n.round desc, n.created_at desc, n.id desc limit 1) l on true
  where b.id = p_booking;
$$;

-- Writes down that the price of a letter went back, once: entry, log, message. Answers whether this call did it.
-- p: amount_cents, reference, notifications.
create function record_letter_refund(p_payment uuid, p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b booking;
begin
  select k.* into b from booking k join payment m on m.booking_id = k.id where m.id = p_payment for update of k;
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    values (p_payment, 'letter_refund', (p ->> 'amount_cents')::integer, p ->> 'reference', p_now) on conflict do nothing;
  if not found then return false; end if;
  update letter_refund set done_at = p_now where payment_id = p_payment;
  perform append_compliance(b.property_id, b.id, 'letter_refunded', p_now,
    jsonb_build_object('amount', (p ->> 'amount_cents')::integer, 'reference', p ->> 'reference')::text);
  perform plan_notifications(b.id, p -> 'notifications', p_now);
  return true;
end $$;

-- As before (0023), and the price of a letter that went back before is no part of what goes back now.
create or replace function settle_due(p_payment uuid, p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b booking;
  pay payment;
begin
  select k.* into b from booking k join payment m on m.booking_id = k.id where m.id = p_payment for update of k;
  select * into pay from payment where id = p_payment for update;
  if pay.status is distinct from p ->> 'from' then return false; end if;
  update payment set status = p ->> 'to', updated_at = p_now where id = pay.id;
  insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    select pay.id, e.kind, e.amount, e.reference, p_now
    from (select m.step, m.kind, m.reference, m.amount_cents - case when m.kind <> 'refund' then 0
        else coalesce((select sum(amount_cents) from money_entry
          where payment_id = pay.id and kind in ('letter_refund', 'outside_refund')), 0) end as amount
      from jsonb_to_recordset(p -> 'entries') as m(step integer, kind text, amount_cents integer, reference text)) e
    where e.amount > 0 order by e.step
    on conflict do nothing;
  if p ->> 'to' = 'refunded' then
    update letter_refund set done_at = p_now where payment_id = pay.id and done_at is null;
  end if;
  if (p ->> 'cancels')::boolean and b.status in ('pending', 'confirmed') then
    update booking set status = 'cancelled', cancelled_by = 'system', calendar_sequence = calendar_sequence + 1, updated_at = p_now
      where id = b.id;
    perform silence_notifications(b.id);
    perform plan_notifications(b.id, p -> 'notifications', p_now);
  elsif not (p ->> 'cancels')::boolean and (b.status = 'confirmed' or p ->> 'to' = 'refunded') then
    perform plan_notifications(b.id, p -> 'notifications', p_now);
  end if;
  -- A showing that is over is not called off by a card that failed.
  perform append_compliance(b.property_id, b.id,
    case when (p ->> 'cancels')::boolean and b.status not in ('pending', 'confirmed') then 'charge_failed' else p ->> 'event' end,
    p_now, p ->> 'payload');
  return true;
end $$;
