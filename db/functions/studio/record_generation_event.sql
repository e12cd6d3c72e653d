create or replace function record_generation_event() returns trigger language plpgsql as $$
begin
  -- Every waiting request has a job that looks for it.
  if new.status = 'queued' and (tg_op = 'INSERT' or old.status <> 'queued') then
    perform graphile_worker.add_job('studio.draw', '{}'::json, max_attempts => 3);
  end if;
  if tg_op = 'INSERT' or new.revision <> old.revision then perform record_event('generation.changed', new.id); end if;
  return null;
end $$;

create or replace trigger generation_changed after insert or update on generation for each row execute function record_generation_event();
