create or replace trigger credit_entry_append_only before update or delete on credit_entry
  for each row execute function refuse_change();
create or replace trigger credit_entry_no_truncate before truncate on credit_entry
  for each statement execute function refuse_change();
