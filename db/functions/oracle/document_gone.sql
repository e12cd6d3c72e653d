-- Every deletion of a document also deletes its files.
create or replace function document_gone() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('document.clear', json_build_object('id', old.id, 'type', old.type), max_attempts := 20);
  return null;
end $$;

create or replace trigger document_gone after delete on document for each row execute function document_gone();
