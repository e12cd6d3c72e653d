-- Returns the current text of an unfinished answer, since its last restart.
create or replace function answer_so_far(of_message uuid, out content text, out citations jsonb) language sql stable as $$
  select coalesce(string_agg(text, '' order by sequence) filter (where kind = 'delta'), ''),
    coalesce(jsonb_agg(text::jsonb order by sequence) filter (where kind = 'citation'), '[]')
  from conversation_event
  where message_id = of_message and kind in ('delta', 'citation') and sequence > coalesce(
    (select max(sequence) from conversation_event where message_id = of_message and kind = 'restart'), 0)
$$;
