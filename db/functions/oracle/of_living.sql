create or replace trigger document_of_living before insert on document
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger conversation_of_living before insert on conversation
  for each row execute function refuse_deleted_account('account_id');
create or replace trigger conversation_message_of_living before insert on conversation_message
  for each row execute function refuse_deleted_account('account_id');
