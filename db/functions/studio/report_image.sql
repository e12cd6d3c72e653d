-- Stores one report per reporter, and opens a case or adds it to the open one. Returns whether it was new; an image that was
-- removed in the meantime needs none.
create or replace function report_image(report_id uuid, new_case uuid, p_image uuid, p_key text, p_reporter uuid, p_reason text,
  p_details text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  open_case uuid;
begin
  perform from image where id = p_image and removed_at is null for update;
  if not found then return false; end if;
  if exists (select from image_report where image_id = p_image and reporter_key = p_key) then return false; end if;
  select id into open_case from image_case where image_id = p_image and decided_at is null;
  if not found then
    insert into image_case (id, image_id, opened_at, reported_at) values (new_case, p_image, p_now, p_now);
    open_case := new_case;
  end if;
  insert into image_report (id, case_id, image_id, reporter_key, reporter_id, reason, details, created_at)
  values (report_id, open_case, p_image, p_key, p_reporter, p_reason, p_details, p_now);
  update image_case set reporters = reporters + 1, reported_at = p_now where id = open_case;
  return true;
end $$;
