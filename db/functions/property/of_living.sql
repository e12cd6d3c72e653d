create or replace trigger property_of_living before insert on property
  for each row execute function refuse_deleted_account('owner_id');
create or replace trigger photo_of_living before insert on photo
  for each row execute function refuse_deleted_account('uploaded_by');
