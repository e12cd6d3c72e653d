create or replace function conversation_message_words() returns trigger language plpgsql as $$
begin
  new.search := searched_words(new.content);
  return new;
end $$;

create or replace trigger conversation_message_words before insert or update of content on conversation_message
  for each row execute function conversation_message_words();
