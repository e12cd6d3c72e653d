-- Searches by bits first. Takes the words as typed. A search by creator alone counts through the profiles.
-- A bounded walk along the dates finds common words; the index of creators or of words finds the rest.
-- wanted, creator: null for no such condition; creator is the folded beginning of a name.
-- total: the count so far; is_capped: there may be more. Both are null after the first page.
create or replace function search_images(
  wanted text, creator text, is_oldest_first boolean, after_at timestamptz, after_id uuid, page integer, most_counted integer)
returns table (ids uuid[], total integer, is_capped boolean) language plpgsql stable
set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off as $$
declare
  short_walk constant integer := 5000;
  long_walk constant integer := 60000;
  -- For so few images we scan all matches, through the index of words.
  few constant integer := 20000;
  most_creators constant integer := 2000;
  query constant tsquery := plainto_tsquery('public.prompt', folded_text(wanted));
  words constant tsvector := prompt_words(wanted);
  is_first constant boolean := after_id is null;
  way text := case when is_oldest_first then 'asc' else 'desc' end;
  behind constant text := format('(s.created_at, s.image_id) %s ($4, $5)', case when is_oldest_first then '>' else '<' end);
  further constant text := case when is_first then 'true' else behind end;
  can_have text := case when query is null then 'true'
    else format('s.word_bits_1 & %1$s = %1$s and s.word_bits_2 & %2$s = %2$s', word_bits(words, 1), word_bits(words, 2)) end;
  -- A fence (offset 0) makes the planner read one image at a time, after its bits.
  has text := case when query is null then 'true'
    else 'exists (select from shown_image x where x.image_id = s.image_id and x.words @@ $1 offset 0)' end;
  of_creator text := 'true';
  fits text;
  whose uuid[];
  in_all bigint;
  source text;
  length integer := short_walk;
  most_hits integer := case when is_first then greatest(page, most_counted + 1) else page end;
  hits_wanted integer;
  hits uuid[];
  newest timestamptz;
  oldest timestamptz;
  seen integer;
  walk_from text := further;
  from_at timestamptz := after_at;
  from_id uuid := after_id;
begin
  if numnode(query) = 0 then
    return query select '{}'::uuid[], case when is_first then 0 end, case when is_first then false end;
    return;
  end if;
  if creator is not null then
    fits := replace(replace(replace(creator, '\', '\\'), '%', '\%'), '_', '\_') || '%';
    select array_agg(c.account_id), coalesce(sum(c.gallery_count), 0) into whose, in_all
    from (select p.account_id, p.gallery_count from profile p
      where lower(p.username) like fits and p.gallery_count > 0 and not p.is_private limit most_creators + 1) c;
    if cardinality(whose) > most_creators then
      in_all := null;
      of_creator := 'exists (select from profile p where p.account_id = s.account_id
        and not p.is_private and lower(p.username) like $2)';
    else
      of_creator := '(s.account_id in (select unnest($3))) is true';
    end if;
    if query is null and in_all is not null then
      most_hits := page;
    end if;
  end if;

  hits_wanted := most_hits;
  while in_all is null or in_all > few loop
    execute format($q$
      with hits as materialized (
        select s.image_id, s.created_at from (
          select s.image_id, s.created_at, s.account_id, s.word_bits_1, s.word_bits_2 from shown_image s
          where %1$s order by s.created_at %2$s, s.image_id %2$s limit %3$s) s
        -- We repeat the order, because a join need not keep it.
        where %4$s and %5$s and %6$s order by s.created_at %2$s, s.image_id %2$s limit %7$s)
      select array_agg(image_id order by created_at %2$s, image_id %2$s), max(created_at), min(created_at) from hits
      $q$, walk_from, way, length, can_have, of_creator, has, hits_wanted)
    using query, fits, whose, from_at, from_id into hits, newest, oldest;
    ids := ids || hits;
    seen := coalesce(cardinality(ids), 0);
    -- We skip the walk if it would probably find less than two thirds of a page.
    exit when seen >= page or length = long_walk or seen * (long_walk / short_walk) < page * 2 / 3;
    walk_from := behind;
    from_at := case when is_oldest_first then newest else oldest end;
    from_id := ids[seen];
    length := long_walk;
    hits_wanted := page - seen;
  end loop;

  if seen >= page then
    -- The walk may have reached the end of the list.
    is_capped := length = long_walk or seen >= hits_wanted or exists (select from shown_image offset length limit 1);
    ids := ids[:page];
  else
    source := case
      when in_all <= few and query is not null then format('unnest($3) w (id), lateral (
        select * from shown_image s where s.account_id = w.id and case when %s then s.words @@ $1 end and %s offset 0) s',
        can_have, further)
      when query is not null then format('(
        select * from shown_image s where s.words @@ $1 and %s and %s offset 0) s', of_creator, further)
      when in_all is not null then format('unnest($3) w (id), lateral (
        select * from shown_image s where s.account_id = w.id and %1$s
        order by s.created_at %2$s, s.image_id %2$s limit %3$s) s', further, way, page)
      else format('(select * from shown_image s where %s and %s) s', of_creator, further) end;
    execute format($q$
      with hits as materialized (
        select s.image_id, s.created_at from %1$s order by s.created_at %2$s, s.image_id %2$s limit %3$s)
      select array(select image_id from hits order by created_at %2$s, image_id %2$s limit %4$s), (select count(*) from hits)
      $q$, source, way, most_hits, page)
    using query, fits, whose, after_at, after_id into ids, seen;
    is_capped := seen >= most_hits;
  end if;
  if query is null and in_all is not null then
    seen := least(in_all, most_counted + 1);
    is_capped := seen > most_counted;
  end if;
  total := least(seen, most_counted);
  if not is_first then
    total := null;
    is_capped := null;
  end if;
  return next;
end $$;
