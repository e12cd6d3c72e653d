-- Appends text to an answer, for the holder of its lease. Returns false if another process has the lease.
create or replace function write_answer(of_message uuid, of_lease uuid, until timestamptz, of_kind text, with_text text)
returns boolean language plpgsql as $$
declare
  its_conversation uuid;
begin
  update conversation_message set leased_until = until
  where id = of_message and status = 'streaming' and lease = of_lease returning conversation_id into its_conversation;
  if not found then
    return false;
  end if;
  if of_kind is not null then
    perform append_conversation_event(its_conversation, of_message, of_kind, with_text);
  end if;
  return true;
end $$;
