-- Updates a demo's live hold: its time, destinations, and visitor. Outcomes: renewed (with the new revision), taken
-- (with the kinds of the taken destinations), or changed (since the caller read it).
-- p_form: starts_at, ends_at, showing_date, showing_time.
create or replace function renew_demo(p_booking uuid, p_revision integer, p_form jsonb, p_demo jsonb, p_now timestamptz)
returns table (outcome text, revision integer, taken text[]) language plpgsql as $$
#variable_conflict use_column
declare
  b booking;
  f booking;
  pay payment;
  refused text[];
begin
  perform lapse_demo_holds(p_demo, p_now);
  select * into b from booking where id = p_booking for no key update;
  select * into pay from payment where booking_id = p_booking for update;
  if b.status is distinct from 'held' or pay.status not in ('opening', 'open') or pay.revision <> p_revision then
    return query select 'changed', null::integer, null::text[]; return;
  end if;
  f := jsonb_populate_record(b, p_form);
  if f is not distinct from b and exists (
      select from demo_booking v where v.booking_id = b.id and v.visitor_name = p_demo ->> 'visitor_name'
        and v.visitor_email = p_demo ->> 'visitor_email' and v.visitor_phone = p_demo ->> 'visitor_phone')
    and (select jsonb_object_agg(kind, recipient) from demo_destination where booking_id = b.id)
      = (select jsonb_object_agg(d ->> 'kind', d -> 'recipient') from jsonb_array_elements(p_demo -> 'destinations') d)
  then
    return query select 'renewed', pay.revision, null::text[]; return;
  end if;
  begin
    refused := take_demo_destinations(b.id, p_demo);
    if refused is not null then raise exception 'taken' using errcode = 'SB001'; end if;
  exception when sqlstate 'SB001' then
    return query select 'taken', null::integer, refused; return;
  end;
  update booking set starts_at = f.starts_at, ends_at = f.ends_at, showing_date = f.showing_date, showing_time = f.showing_time,
    updated_at = p_now where id = b.id;
  update payment set revision = revision + 1, updated_at = p_now where id = pay.id;
  return query select 'renewed', pay.revision + 1, null::text[];
end $$;
