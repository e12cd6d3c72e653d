create or replace trigger money_entry_append_only before update or delete on money_entry
  for each row execute function refuse_change();
create or replace trigger money_entry_no_truncate before truncate on money_entry
  for each statement execute function refuse_change();
