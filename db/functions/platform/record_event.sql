-- Writes down what has happened, and tells every process once it is committed. src/events.ts has the names and what each says.
-- p_data: ids and flags, nothing personal. since: whoever hears this has heard of all transactions before that one: they were
-- over when this was written, and PostgreSQL notifies in the order of commits.
create or replace function record_event(p_name text, p_subject uuid, p_data jsonb default '{}') returns void language plpgsql as $$
begin
  insert into event (name, subject_id, data) values (p_name, p_subject, p_data);
  perform pg_notify('event', json_build_object('name', p_name, 'subject', p_subject, 'data', p_data,
    'since', pg_snapshot_xmin(pg_current_snapshot())::text)::text);
end $$;
