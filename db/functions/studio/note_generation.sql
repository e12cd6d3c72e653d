create or replace function note_generation() returns trigger language plpgsql as $$
begin
  -- A renewed lease needs no event.
  if (new.status, new.progress, new.attempts, new.error) is distinct from (old.status, old.progress, old.attempts, old.error)
  then new.revision := old.revision + 1; end if;
  return new;
end $$;

create or replace trigger generation_noted before update on generation for each row execute function note_generation();
