create or replace trigger compliance_entry_append_only before update or delete on compliance_entry
  for each row execute function refuse_change();
create or replace trigger compliance_entry_no_truncate before truncate on compliance_entry
  for each statement execute function refuse_change();
create or replace trigger notice_service_append_only before update or delete on notice_service
  for each row execute function refuse_change();
create or replace trigger notice_service_no_truncate before truncate on notice_service
  for each statement execute function refuse_change();
create or replace trigger notice_service_withdrawal_append_only before update or delete on notice_service_withdrawal
  for each row execute function refuse_change();
create or replace trigger notice_service_withdrawal_no_truncate before truncate on notice_service_withdrawal
  for each statement execute function refuse_change();
create or replace trigger packet_append_only before update or delete on packet
  for each row execute function refuse_change();
create or replace trigger packet_no_truncate before truncate on packet
  for each statement execute function refuse_change();
