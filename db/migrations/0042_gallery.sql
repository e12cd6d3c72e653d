-- The gallery: what everybody may see, apart from the rest, in narrow rows. A walk by date, a search and a count read
-- these; a page of images is looked up afterwards. Triggers keep it in the transaction that changes an image.

-- A setting (docs/decisions/0033): name, picture and bio are shown to nobody else.
alter table profile add column is_private boolean not null
  generated always as (coalesce((settings ->> 'private_profile')::boolean, false)) stored;
-- What others read as the name of a creator.
alter table profile add column shown_name text not null
  generated always as (case when (settings ->> 'private_profile')::boolean then '' else username end) stored;
-- Public images, and who follows whom: counted where they change.
alter table profile add column gallery_count integer not null default 0 constraint profile_gallery_counted check (gallery_count >= 0);
alter table profile add column follower_count integer not null default 0 constraint profile_followers_counted check (follower_count >= 0);
alter table profile add column following_count integer not null default 0 constraint profile_following_counted check (following_count >= 0);
create index profile_by_prefix on profile (lower(username) text_pattern_ops);

-- Words of a prompt as they are searched: without accents, with English endings off, and no word left out.
create text search dictionary prompt_stem (template = snowball, language = english);
create text search configuration prompt (copy = simple);
alter text search configuration prompt
  alter mapping for asciiword, word, asciihword, hword, hword_asciipart, hword_part with prompt_stem;
-- Letters that have no accent to take off are written in two; the marks of ASCII part words.
create function folded_text(plain text) returns text immutable strict parallel safe language sql as $$
  select regexp_replace(regexp_replace(
    replace(replace(replace(translate(lower(normalize(plain, NFKD)), 'øłđħŧı', 'oldhti'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0300-\u036f]', '', 'g'), '[!-/:-@\[-`{-~]+', ' ', 'g')
$$;
-- What an index entry can hold: a thousand characters of ASCII, 400 of what takes more bytes.
create function prompt_words(plain text) returns tsvector immutable strict parallel safe language sql as $$
  select strip(to_tsvector('public.prompt'::regconfig, case when octet_length(folded) > 1200 then left(folded, 400) else folded end))
  from folded_text(plain) folded
$$;

create table shown_image (
  image_id uuid primary key references image (id) on delete cascade,
  -- Whoever has no profile any more shows nothing.
  account_id uuid not null references profile (account_id) on delete cascade,
  created_at timestamptz not null,
  words tsvector not null
);
create index shown_image_by_date on shown_image (created_at desc, image_id desc);
create index shown_image_of_account on shown_image (account_id, created_at desc, image_id desc) include (words);
create index shown_image_by_word on shown_image using gin (words) with (fastupdate = off);
-- Its walks are by shown_image's own.
drop index image_public;
drop index image_public_of_account;
-- What was made of an image, newest first.
drop index image_by_remix;
create index image_by_remix on image (remix_of, created_at desc, id desc) where remix_of is not null;

-- Public, not removed, of somebody who is neither suspended nor gone. The account's lock, which whoever suspends or
-- deletes it takes first, lets one of the two wait.
create function show_images(whose uuid, which uuid) returns void language sql as $$
  insert into shown_image (image_id, account_id, created_at, words)
  select i.id, i.account_id, i.created_at, prompt_words(i.prompt) from image i join profile p on p.account_id = i.account_id
  where i.account_id = whose and (which is null or i.id = which) and i.visibility = 'public' and i.removed_at is null
    and not exists (select from suspension s where s.account_id = i.account_id)
  on conflict do nothing
$$;
create function image_is_shown() returns trigger language plpgsql as $$
begin
  perform from account where id = new.account_id for key share;
  if new.visibility = 'public' and new.removed_at is null then
    perform show_images(new.account_id, new.id);
  else
    delete from shown_image where image_id = new.id;
  end if;
  return null;
end $$;
create trigger image_shown after update of visibility, removed_at on image for each row
  when (old.visibility is distinct from new.visibility or old.removed_at is distinct from new.removed_at)
  execute function image_is_shown();
create trigger image_shown_first after insert on image for each row
  when (new.visibility = 'public') execute function image_is_shown();
create function lock_account_of_image() returns trigger language plpgsql as $$
begin
  perform from account where id = old.account_id for key share;
  return old;
end $$;
create trigger image_goes before delete on image for each row execute function lock_account_of_image();

create function profile_shows() returns trigger language plpgsql as $$
begin
  perform show_images(new.account_id, null);
  return null;
end $$;
create trigger profile_shows_images after insert on profile for each row execute function profile_shows();
create function suspension_hides() returns trigger language plpgsql as $$
begin
  delete from shown_image where account_id = new.account_id;
  return null;
end $$;
create trigger suspension_hides_images after insert on suspension for each row execute function suspension_hides();
create function lifting_shows() returns trigger language plpgsql as $$
begin
  perform show_images(old.account_id, null);
  return null;
end $$;
create trigger lifting_shows_images after delete on suspension for each row execute function lifting_shows();

create function count_shown() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update profile p set gallery_count = gallery_count + c.n
    from (select account_id, count(*)::int as n from changed group by 1) c where p.account_id = c.account_id;
  else
    update profile p set gallery_count = gallery_count - c.n
    from (select account_id, count(*)::int as n from changed group by 1) c where p.account_id = c.account_id;
  end if;
  if exists (select from changed) then
    perform pg_notify('cache', 'gallery');
  end if;
  return null;
end $$;
create trigger shown_image_counted after insert on shown_image referencing new table as changed
  for each statement execute function count_shown();
create trigger shown_image_discounted after delete on shown_image referencing old table as changed
  for each statement execute function count_shown();

-- The gallery's kept page says these too.
create function notify_gallery() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'gallery');
  return null;
end $$;
create trigger image_looks_changed after update of look, thumbhash, used_params on image for each row
  when (new.visibility = 'public' and new.removed_at is null
    and (old.look, old.thumbhash, old.used_params) is distinct from (new.look, new.thumbhash, new.used_params))
  execute function notify_gallery();
create trigger creator_named_anew after update of username, settings on profile for each row
  when (new.gallery_count > 0 and old.shown_name is distinct from new.shown_name)
  execute function notify_gallery();

-- Who follows whom.
create table follow (
  follower_id uuid not null references profile (account_id) on delete cascade,
  creator_id uuid not null references profile (account_id) on delete cascade,
  created_at timestamptz not null,
  constraint follow_once primary key (follower_id, creator_id),
  constraint follow_another check (follower_id <> creator_id)
);
create index follow_of_creator on follow (creator_id);
create trigger follow_of_living before insert on follow
  for each row execute function refuse_deleted_account('follower_id');

create function count_follows() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update profile p set follower_count = follower_count + step * c.n
  from (select creator_id, count(*)::int as n from changed group by 1) c where p.account_id = c.creator_id;
  update profile p set following_count = following_count + step * c.n
  from (select follower_id, count(*)::int as n from changed group by 1) c where p.account_id = c.follower_id;
  return null;
end $$;
create trigger follow_counted after insert on follow referencing new table as changed
  for each statement execute function count_follows();
create trigger follow_discounted after delete on follow referencing old table as changed
  for each statement execute function count_follows();

-- Both profiles are locked in one order, whoever of two follows the other; their accounts first, as whoever deletes one does.
create function set_follow(follower uuid, creator uuid, wanted boolean, at timestamptz) returns void language plpgsql as $$
begin
  perform from account where id in (follower, creator) order by id for key share;
  perform from profile where account_id in (follower, creator) order by account_id for no key update;
  if wanted then
    insert into follow (follower_id, creator_id, created_at) values (follower, creator, at) on conflict do nothing;
  else
    delete from follow where follower_id = follower and creator_id = creator;
  end if;
end $$;

-- A search by words and by the beginning of a creator's name (folded; null: not asked for), in either order. What many images
-- have is found by a walk along the dates, of bounded length; the rest by the index of creators or of words. Neither reads
-- all of the gallery, and what many have is counted no further than the walk goes.
-- total: how many there are, as far as they are counted; is_capped: there may be more. Both null after the first page.
create function search_images(
  query tsquery, creator text, is_oldest_first boolean, after_at timestamptz, after_id uuid, page integer, most_counted integer)
returns table (ids uuid[], total integer, is_capped boolean) language plpgsql stable
set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off as $$
declare
  short_walk constant integer := 5000;
  long_walk constant integer := 40000;
  -- What so few have is looked through as it is, by the index that has the words.
  few constant integer := 20000;
  most_creators constant integer := 2000;
  way text := case when is_oldest_first then 'asc' else 'desc' end;
  past text := case when is_oldest_first then '>' else '<' end;
  is_first boolean := after_id is null;
  whose uuid[];
  in_all bigint;
  fits text;
  of_words constant text := case when query is null then 'true' else 's.words @@ $1' end;
  condition text := of_words;
  further text := case when after_id is null then 'true' else format('(s.created_at, s.image_id) %s ($4, $5)', past) end;
  needed integer := case when after_id is null then greatest(page, most_counted + 1) else page end;
  length integer := short_walk;
  source text := 'shown_image s';
  found integer;
begin
  if creator is not null then
    fits := replace(replace(replace(creator, '\', '\\'), '%', '\%'), '_', '\_') || '%';
    select array_agg(c.account_id), sum(c.gallery_count) into whose, in_all
    from (select p.account_id, p.gallery_count from profile p
      where lower(p.username) like fits and p.gallery_count > 0 and not p.is_private limit most_creators + 1) c;
    if whose is null then
      return query select '{}'::uuid[], case when is_first then 0 end, case when is_first then false end;
      return;
    end if;
    if cardinality(whose) > most_creators then
      whose := null;
      in_all := null;
      condition := condition || ' and exists (select from profile p where p.account_id = s.account_id
        and not p.is_private and lower(p.username) like $2)';
    else
      condition := condition || ' and s.account_id = any($3)';
    end if;
  end if;

  while in_all is null or in_all > few loop
    execute format($q$
      with hits as materialized (
        select s.image_id, s.created_at from (
          select * from shown_image s where %1$s order by s.created_at %2$s, s.image_id %2$s limit %3$s) s
        where %4$s limit %5$s)
      select array(select image_id from hits order by created_at %2$s, image_id %2$s limit %6$s), (select count(*) from hits)
      $q$, further, way, length, condition, needed, page)
    using query, fits, whose, after_at, after_id into ids, found;
    if found >= page then
      return query select search_images.ids, case when is_first then least(found, most_counted) end,
        -- The walk may have come to the end of everything.
        case when is_first then found > most_counted or exists (select from shown_image offset length limit 1) end;
      return;
    end if;
    -- A long walk that promises no page is not begun.
    exit when length = long_walk or found * (long_walk / short_walk) < page;
    length := long_walk;
    needed := page;
  end loop;

  if in_all <= few or query is null and whose is not null then
    -- The fence keeps the index of words out of it.
    source := 'unnest($3) w (id), lateral (select * from shown_image s where s.account_id = w.id offset 0) s';
    condition := of_words;
  end if;
  execute format($q$
    with hits as materialized (select s.image_id, s.created_at from %1$s where %2$s)
    select array(select image_id from hits s where %3$s order by created_at %4$s, image_id %4$s limit %5$s),
      (select count(*) from hits)
    $q$, source, condition, further, way, page)
  using query, fits, whose, after_at, after_id into ids, found;
  return query select search_images.ids, case when is_first then least(found, most_counted) end,
    case when is_first then found > most_counted end;
end $$;
