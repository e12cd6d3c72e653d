-- Expand: repairs the fees of months from which servers of 0.3.0 subtracted the release of an authorization. Stripe lists it
-- as a refund of a charge that was never captured. If the charge comes after all, count_money subtracts the refund then.
-- This is the last migration, so that the new count_money follows at once.
update property_month m set revenue_cents = m.revenue_cents + r.cents
from (
  select b.property_id, date_trunc('month', e.at at time zone b.time_zone)::date as month, sum(e.amount_cents)::integer as cents
  from money_entry e join payment p on p.id = e.payment_id join booking b on b.id = p.booking_id
  where e.kind = 'outside_refund' and not b.is_demo
    and not exists (select from money_entry c where c.payment_id = e.payment_id and c.kind = 'charge')
    and not exists (select from money_entry f where f.payment_id = e.payment_id and f.kind = 'refund_failed'
      and f.provider_reference = e.provider_reference)
  group by 1, 2) r
where m.property_id = r.property_id and m.month = r.month;
