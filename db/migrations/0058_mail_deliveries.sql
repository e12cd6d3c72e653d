-- Of an e-mail to several, the mailboxes that have theirs: a later try leaves them out.
alter table notification add column delivered text[] not null default '{}';

-- As before (0027), and what is sent again goes to all of its mailboxes.
create or replace function begin_anew() returns trigger language plpgsql as $$
begin
  new.sending_until := null;
  new.tried_texts := '{}';
  new.delivered := '{}';
  if old.provider_reference is not null then
    new.earlier_references := old.earlier_references || old.provider_reference;
  end if;
  return new;
end $$;

-- Where answers to an e-mail go; null: to support.
alter table outbox_message add column reply_to text;
