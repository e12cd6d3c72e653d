-- Stores a request, its credits, and its job, all or nothing. The constraint credit_never_negative refuses it without credits.
-- An image of a suspended creator is hidden, and no one else can remix it.
-- outcome: placed | repeated (the key exists: job is the first one) | other_body | too_many | no_image
create or replace function place_generation(p jsonb, p_most integer, p_entry uuid, p_key text, p_hash text, p_now timestamptz)
returns table (outcome text, job uuid) language plpgsql as $$
declare
  g generation := jsonb_populate_record(null::generation, p);
  earlier record;
begin
  perform pg_advisory_xact_lock(hashtextextended('studio ' || g.account_id, 0));
  if p_key is not null then
    select id, request_hash into earlier from generation where account_id = g.account_id and request_key = p_key;
    if found then
      return query select case when earlier.request_hash = p_hash then 'repeated' else 'other_body' end, earlier.id;
      return;
    end if;
  end if;
  if (select count(*) from generation where account_id = g.account_id and status in ('queued', 'running')) >= p_most then
    return query select 'too_many', null::uuid;
    return;
  end if;
  if g.remix_of is not null and not exists (
    select from image i where i.id = g.remix_of
      and (i.account_id = g.account_id or exists (select from shown_image s where s.image_id = i.id))) then
    return query select 'no_image', null::uuid;
    return;
  end if;
  insert into generation (id, account_id, prompt, negative_prompt, style, filter, seed, count, restore_faces, engine,
    remix_of, retry_of, request_key, request_hash, created_at)
  values (g.id, g.account_id, g.prompt, g.negative_prompt, g.style, g.filter, g.seed, g.count, g.restore_faces, g.engine,
    g.remix_of, g.retry_of, p_key, p_hash, p_now);
  perform move_credits(p_entry, g.account_id, -g.count, 'image', g.id::text, p_now);
  return query select 'placed', g.id;
end $$;
