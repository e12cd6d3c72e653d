-- Holds the destinations of a demo and stores its visitor. If any destination is taken, the caller rolls back, and this
-- returns the kinds of the taken ones. Requests for the same destinations wait their turn. Otherwise, two that swap
-- destinations could deadlock.
-- p: visitor_name, visitor_email, the columns of the visitor's phone, day, destinations [{ kind, recipient, folded }].
create or replace function take_demo_destinations(p_booking uuid, p jsonb) returns text[] language plpgsql as $$
declare
  refused text[];
begin
  -- Lock the new and the released destinations in one order.
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended('demo:' || kind || ':' || folded, 0) as k from (
      select kind, folded from demo_destination where booking_id = p_booking
      union all
      select kind, folded from jsonb_to_recordset(p -> 'destinations') as d(kind text, folded text)) both_of_them
    order by k) locks;
  insert into demo_booking (booking_id, visitor_name, visitor_email, visitor_phone, visitor_phone_e164, visitor_phone_extension)
    values (p_booking, p ->> 'visitor_name', p ->> 'visitor_email', p ->> 'visitor_phone', p ->> 'visitor_phone_e164',
      p ->> 'visitor_phone_extension')
    on conflict (booking_id) do update set visitor_name = excluded.visitor_name, visitor_email = excluded.visitor_email,
      visitor_phone = excluded.visitor_phone, visitor_phone_e164 = excluded.visitor_phone_e164,
      visitor_phone_extension = excluded.visitor_phone_extension;
  delete from demo_destination where booking_id = p_booking;
  insert into demo_destination (booking_id, kind, recipient, folded, day)
    select p_booking, d.kind, d.recipient, d.folded, (p ->> 'day')::date
    from jsonb_to_recordset(p -> 'destinations') as d(kind text, recipient jsonb, folded text) order by d.kind
    on conflict do nothing;
  select array_agg(d ->> 'kind') into refused from jsonb_array_elements(p -> 'destinations') d
    where not exists (select from demo_destination t where t.booking_id = p_booking and t.kind = d ->> 'kind');
  return refused;
end $$;
