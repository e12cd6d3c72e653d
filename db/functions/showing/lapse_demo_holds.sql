-- Ends expired holds on these destinations, because a unique index cannot read the clock.
create or replace function lapse_demo_holds(p jsonb, p_now timestamptz) returns void language sql as $$
  with expired as (
    select b.id from jsonb_to_recordset(p -> 'destinations') as d(kind text, folded text)
    join demo_destination t on t.kind = d.kind and t.folded = d.folded and t.is_taken
    join booking b on b.id = t.booking_id
    where b.status = 'held' and b.hold_expires_at <= p_now order by b.id for update of b)
  update booking b set status = 'lapsed', updated_at = p_now from expired where b.id = expired.id and b.status = 'held';
$$;
