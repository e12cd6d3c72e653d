create or replace function document_placed() returns trigger language plpgsql as $$
begin
  if new.conversation_id is not null then
    insert into conversation_document (conversation_id, document_id, account_id)
    values (new.conversation_id, new.id, new.account_id) on conflict do nothing;
  end if;
  return null;
end $$;

create or replace trigger document_placed after insert or update of conversation_id on document
  for each row execute function document_placed();
