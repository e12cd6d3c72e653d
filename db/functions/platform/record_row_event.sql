-- For triggers: the row is the subject, and the event has no other data.
create or replace function record_row_event() returns trigger language plpgsql as $$
begin
  perform record_event(tg_argv[0], coalesce(new.id, old.id));
  return null;
end $$;
