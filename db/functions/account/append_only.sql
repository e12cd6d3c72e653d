create or replace trigger admin_act_append_only before update or delete on admin_act
  for each row execute function refuse_change();
create or replace trigger admin_act_no_truncate before truncate on admin_act
  for each statement execute function refuse_change();
