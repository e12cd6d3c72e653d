-- Ends an answer once. Its writer calls this with a lease, and a request to stop it calls this without one.
create or replace function finish_answer(of_message uuid, of_lease uuid, as_status text, with_content text, with_citations jsonb,
  at timestamptz) returns boolean language plpgsql as $$
declare
  its_conversation uuid;
begin
  update conversation_message m set status = as_status, lease = null, leased_until = null, finished_at = at,
    content = coalesce(with_content, so_far.content), citations = coalesce(with_citations, so_far.citations)
  from answer_so_far(of_message) so_far
  where m.id = of_message and m.status = 'streaming' and (of_lease is null or m.lease = of_lease)
  returning m.conversation_id into its_conversation;
  if not found then
    return false;
  end if;
  update conversation set updated_at = at where id = its_conversation;
  perform append_conversation_event(its_conversation, of_message, 'finished', '');
  perform graphile_worker.remove_job('answer:' || of_message);
  return true;
end $$;
