create or replace trigger block_out_of_living before insert on block_out
  for each row execute function refuse_deleted_account('account_id');

-- Every page with times of the account's properties changes, and its open calendar reloads.
create or replace function record_block_out_event() returns trigger language plpgsql as $$
begin
  perform record_event('blockout.changed', coalesce(new.id, old.id), jsonb_build_object('owner', coalesce(new.account_id, old.account_id)));
  return null;
end $$;
create or replace trigger block_out_changed after insert or delete on block_out
  for each row execute function record_block_out_event();

-- Closes a time at all properties of an agent. Unless p_keep is set, showings in it stop this: it returns them and closes nothing.
-- A transaction that makes or moves a booking waits for us, or we wait for it (agent_time.sql). p: id, from, to, time_zone, is_all_day, reason.
create or replace function block_time(p_agent uuid, p jsonb, p_keep boolean, p_now timestamptz)
returns table (
  id uuid, property_id uuid, status text, starts_at timestamptz, time_zone text, confirmation_number text,
  address_line1 text, unit_number text, city text, state text, zip_code text
) language plpgsql as $$
#variable_conflict use_column
declare
  closed tstzrange := tstzrange((p ->> 'from')::timestamptz, (p ->> 'to')::timestamptz);
begin
  perform queue_for_agent(p_agent);
  -- An expired hold that another transaction is settling is locked. We do not wait for it and count it as a showing.
  update booking b set status = 'lapsed', updated_at = p_now
    from (select h.id from booking h join property r on r.id = h.property_id
      where r.owner_id = p_agent and h.status = 'held' and h.hold_expires_at <= p_now and tstzrange(h.starts_at, h.ends_at) && closed
      for update of h skip locked) expired
    where b.id = expired.id;
  if not p_keep then
    return query
      select b.id, b.property_id, b.status, b.starts_at, b.time_zone, b.confirmation_number, r.address_line1, r.unit_number, r.city,
        r.state::text, r.zip_code
      from property r join booking b on b.property_id = r.id
      where r.owner_id = p_agent and b.status in ('held', 'pending', 'confirmed') and b.ends_at > p_now and b.shown_by is null
        and not b.is_demo and b.starts_at > lower(closed) - interval '1 day' and b.starts_at < upper(closed)
        and tstzrange(b.starts_at, b.ends_at) && closed
      order by b.starts_at, b.id limit 50;
    if found then return; end if;
  end if;
  insert into block_out (id, account_id, during, time_zone, is_all_day, reason, created_at)
    values ((p ->> 'id')::uuid, p_agent, closed, p ->> 'time_zone', (p ->> 'is_all_day')::boolean, p ->> 'reason', p_now);
end $$;
