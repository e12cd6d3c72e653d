create or replace trigger property_gone after delete on property for each row execute function record_row_event('property.erased');
-- The share page shows how often people viewed and shared it.
create or replace trigger property_counted after update of view_count, share_count on property for each row
  when ((old.view_count, old.share_count) is distinct from (new.view_count, new.share_count))
  execute function record_row_event('property.counted');
