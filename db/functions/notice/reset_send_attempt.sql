-- Resets a message that we send again: no sender has it yet, and it goes to all of its mailboxes.
create or replace function reset_send_attempt() returns trigger language plpgsql as $$
begin
  new.sending_until := null;
  new.tried_texts := '{}';
  new.delivered := '{}';
  if old.provider_reference is not null then
    new.earlier_references := old.earlier_references || old.provider_reference;
  end if;
  return new;
end $$;

create or replace trigger notification_resets_send_attempt before update of send_id on notification for each row
  when (new.send_id is distinct from old.send_id) execute function reset_send_attempt();
