create or replace function conversation_words() returns trigger language plpgsql as $$
begin
  new.search := searched_words(new.title);
  return new;
end $$;

create or replace trigger conversation_words before insert or update of title on conversation
  for each row execute function conversation_words();
