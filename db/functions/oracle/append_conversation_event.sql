create or replace function append_conversation_event(of_conversation uuid, of_message uuid, of_kind text, with_text text)
returns integer language plpgsql as $$
declare
  following integer;
begin
  update conversation set sequence = sequence + 1 where id = of_conversation returning sequence into following;
  insert into conversation_event (conversation_id, sequence, message_id, kind, text)
  values (of_conversation, following, of_message, of_kind, with_text);
  perform record_event(case of_kind when 'finished' then 'conversation.answered' else 'conversation.written' end, of_conversation);
  return following;
end $$;
