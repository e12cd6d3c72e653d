create or replace function count_shown() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update profile p set gallery_count = gallery_count + c.n
    from (select account_id, count(*)::int as n from changed group by 1) c where p.account_id = c.account_id;
    perform record_event('creator.images_shown', account_id) from changed group by account_id;
  else
    update profile p set gallery_count = gallery_count - c.n
    from (select account_id, count(*)::int as n from changed group by 1) c where p.account_id = c.account_id;
    perform record_event('creator.images_hidden', account_id) from changed group by account_id;
  end if;
  return null;
end $$;

create or replace trigger shown_image_counted after insert on shown_image referencing new table as changed
  for each statement execute function count_shown();
create or replace trigger shown_image_discounted after delete on shown_image referencing old table as changed
  for each statement execute function count_shown();
