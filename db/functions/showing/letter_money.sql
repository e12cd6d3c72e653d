-- Returns the state of a letter's price: none (nothing to report), recalling (the vendor has not answered yet),
-- returning, returned, or mailed (too late to recall the letter). If the whole payment was refunded at the provider,
-- the price counts as returned. If its refund failed at the bank, it is returning until someone refunds it at the provider.
create or replace function letter_money(p_booking uuid) returns text language sql stable as $$
  select case
    when not b.mail_upgrade then 'none'
    when r.id is not null and p.status = 'succeeded' and exists (select from money_entry f where f.payment_id = p.id
        and f.kind = 'refund_failed' and f.provider_reference = r.provider_reference)
      and r.amount_cents > (select coalesce(sum(case o.kind when 'refund_failed' then -o.amount_cents else o.amount_cents end), 0)
        from counted_entry o where o.payment_id = p.id and o.id > r.id and o.kind in ('outside_refund', 'refund_failed')
          and o.provider_reference <> r.provider_reference) then 'returning'
    when r.id is not null then 'returned'
    when exists (select from letter_refund where payment_id = p.id and done_at is null) and p.status = 'succeeded' then 'returning'
    when exists (select from letter_refund where payment_id = p.id) and p.status = 'succeeded' then 'returned'
    when p.status is distinct from 'succeeded' or b.status not in ('confirmed', 'cancelled', 'declined')
      or (b.status = 'confirmed' and l.round = b.calendar_sequence) then 'none'
    when l.is_recalled is false then 'mailed'
    when l.id is not null then 'recalling'
    else 'none' end
  from booking b left join payment p on p.booking_id = b.id
  left join money_entry r on r.payment_id = p.id and r.kind = 'letter_refund'
  left join lateral (
    select n.id, n.round, case n.recall when 'too_late' then false when 'cancelled' then true end as is_recalled from notification n
    where n.booking_id = b.id and n.channel = 'certified_mail' order by n.round desc, n.created_at desc, n.id desc limit 1) l on true
  where b.id = p_booking;
$$;
