-- concurrently
-- Expand: the search of conversations ignores accents. `search` has each word as it is written, which the previous
-- version looks for, and without accents. It was a generated column, and another expression would rewrite the table
-- while people ask. So a trigger writes it from now on, and only texts with such letters are written again, in parts.
create or replace function unmarked(plain text) returns text immutable strict parallel safe language sql as $$
  select normalize(regexp_replace(translate(normalize(lower(plain), NFD), 'øłđħı', 'oldhi'), '[\u0300-\u036f]', '', 'g'), NFC)
$$;
-- A tsvector has at most a megabyte.
create or replace function searched_words(plain text) returns tsvector immutable strict parallel safe language sql as $$
  select case
    when octet_length(plain) = length(plain) then to_tsvector('simple', plain)
    when octet_length(plain) > 400000 then to_tsvector('simple', unmarked(plain))
    else strip(to_tsvector('simple', plain) || to_tsvector('simple', unmarked(plain))) end
$$;
-- The files in db/functions have the same functions and triggers. People write while this runs, so it needs them here.
do $$
  begin
    perform set_config('lock_timeout', '200ms', true);
    create or replace function conversation_words() returns trigger language plpgsql as $words$
      begin
        new.search := searched_words(new.title);
        return new;
      end $words$;
    create or replace trigger conversation_words before insert or update of title on conversation
      for each row execute function conversation_words();
    alter table conversation alter column search drop expression if exists;
  end $$;
do $$
  begin
    perform set_config('lock_timeout', '200ms', true);
    create or replace function conversation_message_words() returns trigger language plpgsql as $words$
      begin
        new.search := searched_words(new.content);
        return new;
      end $words$;
    create or replace trigger conversation_message_words before insert or update of content on conversation_message
      for each row execute function conversation_message_words();
    alter table conversation_message alter column search drop expression if exists;
  end $$;
do $$
  declare
    done uuid := '00000000-0000-0000-0000-000000000000';
    last uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    next uuid;
  begin
    while done < last loop
      select id into next from conversation where id > done order by id offset 5000 limit 1;
      next := coalesce(next, last);
      update conversation set search = searched_words(title)
      where id > done and id <= next and octet_length(title) <> length(title);
      commit;
      done := next;
    end loop;
  end $$;
do $$
  declare
    done uuid := '00000000-0000-0000-0000-000000000000';
    last uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    next uuid;
  begin
    while done < last loop
      select id into next from conversation_message where id > done order by id offset 1000 limit 1;
      next := coalesce(next, last);
      update conversation_message set search = searched_words(content)
      where id > done and id <= next and octet_length(content) <> length(content);
      commit;
      done := next;
    end loop;
  end $$;
