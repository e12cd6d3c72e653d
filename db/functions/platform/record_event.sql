-- Records an event and notifies every process after the commit. src/events.ts has the names and their data.
-- p_data: IDs and flags, nothing personal. since: a listener that gets this event already has the events of all transactions
-- before that one, because they had ended and PostgreSQL notifies in the order of commits.
create or replace function record_event(p_name text, p_subject uuid, p_data jsonb default '{}') returns void language plpgsql as $$
begin
  insert into event (name, subject_id, data) values (p_name, p_subject, p_data);
  perform pg_notify('event', json_build_object('name', p_name, 'subject', p_subject, 'data', p_data,
    'since', pg_snapshot_xmin(pg_current_snapshot())::text)::text);
end $$;
