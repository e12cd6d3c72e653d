-- Returns the state of a letter's price: none (nothing to report), recalling (the vendor has not answered yet),
-- returning, returned, or mailed (too late to recall the letter). If the whole payment was refunded at the provider,
-- the price counts as returned.
create or replace function letter_money(p_booking uuid) returns text language sql stable as $$
  select case
    when not b.mail_upgrade then 'none'
    when exists (select from money_entry where payment_id = p.id and kind = 'letter_refund') then 'returned'
    when exists (select from letter_refund where payment_id = p.id and done_at is null) and p.status = 'succeeded' then 'returning'
    when exists (select from letter_refund where payment_id = p.id) and p.status = 'succeeded' then 'returned'
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
