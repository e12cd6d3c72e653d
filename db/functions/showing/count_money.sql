-- Counts fees minus refunds, by us or at the provider. A refund, its failure, and its charge may come in any order. A
-- failure without its refund and a refund at the provider without a charge count nothing (counted_entry).
create or replace function count_money() returns trigger language plpgsql as $$
declare
  is_refund boolean := new.kind in ('refund', 'refund_again', 'letter_refund', 'outside_refund');
  early integer;
  counted integer := case when new.kind in ('charge', 'dispute_returned', 'refund_failed') then new.amount_cents else -new.amount_cents end;
begin
  if is_refund or new.kind = 'refund_failed' then
    perform pg_advisory_xact_lock(hashtextextended('compliance:' || b.property_id, 0))
      from payment p join booking b on b.id = p.booking_id where p.id = new.payment_id;
    if not exists (select from counted_entry where id = new.id and kind = new.kind) then return null; end if;
    if is_refund then
      counted := counted + coalesce((select f.amount_cents from money_entry f where f.payment_id = new.payment_id
        and f.kind = 'refund_failed' and f.provider_reference = new.provider_reference), 0);
    end if;
  end if;
  insert into property_month as m (property_id, owner_id, month, revenue_cents)
    select b.property_id, b.owner_id, date_trunc('month', new.at at time zone b.time_zone)::date, counted
    from payment p join booking b on b.id = p.booking_id,
      pg_advisory_xact_lock(hashtextextended('compliance:' || b.property_id, 0))
    where p.id = new.payment_id and not b.is_demo
  on conflict (property_id, month) do update set revenue_cents = m.revenue_cents + excluded.revenue_cents;
  -- Refunds at the provider that came before their charge count from now on. We look for them under the lock.
  if new.kind = 'charge' then
    select sum(o.amount_cents) into early from money_entry o where o.payment_id = new.payment_id
      and o.kind = 'outside_refund' and not exists (select from money_entry f where f.payment_id = o.payment_id
        and f.kind = 'refund_failed' and f.provider_reference = o.provider_reference);
    if early > 0 then
      update property_month m set revenue_cents = m.revenue_cents - early from payment p join booking b on b.id = p.booking_id
        where p.id = new.payment_id and not b.is_demo and m.property_id = b.property_id
          and m.month = date_trunc('month', new.at at time zone b.time_zone)::date;
    end if;
  end if;
  return null;
end $$;

create or replace trigger money_counted after insert on money_entry for each row
  when (new.kind not in ('authorize', 'release')) execute function count_money();
