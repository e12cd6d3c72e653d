-- Stores what an agent or a buyer wrote about a showing, once by its ID or its vendor's ID, with its deliveries, their
-- job, and the event for open pages. The log records that a buyer wrote and the result of each delivery, but not the
-- words.
-- p: id, author, via, words, reference, notifications. Returns whether it is new.
create or replace function write_thread_message(p_booking uuid, p jsonb, p_now timestamptz) returns boolean language plpgsql as $$
declare
  b booking;
begin
  select * into b from booking where id = p_booking;
  insert into thread_message (id, booking_id, author, via, words, written_at, reference)
    values ((p ->> 'id')::uuid, b.id, p ->> 'author', p ->> 'via', p ->> 'words', p_now, p ->> 'reference')
    on conflict do nothing;
  if not found then return false; end if;
  perform plan_notifications(b.id, p -> 'notifications', p_now);
  if p ->> 'author' = 'buyer' then
    perform append_compliance(b.property_id, b.id, 'buyer_wrote', p_now, jsonb_build_object('via', p ->> 'via')::text);
  end if;
  perform record_event('message.written', (p ->> 'id')::uuid, jsonb_build_object('owner', b.owner_id));
  return true;
end $$;
