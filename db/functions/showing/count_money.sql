-- Counts fees minus refunds, by us or at the provider.
create or replace function count_money() returns trigger language plpgsql as $$
begin
  insert into property_month as m (property_id, owner_id, month, revenue_cents)
    select b.property_id, b.owner_id, date_trunc('month', new.at at time zone b.time_zone)::date,
      case when new.kind in ('charge', 'dispute_returned', 'refund_failed') then new.amount_cents else -new.amount_cents end
    from payment p join booking b on b.id = p.booking_id,
      pg_advisory_xact_lock(hashtextextended('compliance:' || b.property_id, 0))
    where p.id = new.payment_id and not b.is_demo
  on conflict (property_id, month) do update set revenue_cents = m.revenue_cents + excluded.revenue_cents;
  return null;
end $$;

create or replace trigger money_counted after insert on money_entry for each row
  when (new.kind not in ('authorize', 'release')) execute function count_money();
