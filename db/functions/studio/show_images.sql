-- An image is shown if it is public and not removed, and its creator is neither suspended nor deleted. A suspension and a
-- deletion take the account's lock first too, so one of the two waits.
create or replace function show_images(whose uuid, which uuid) returns void language sql as $$
  insert into shown_image (image_id, account_id, created_at, words)
  select i.id, i.account_id, i.created_at, prompt_words(i.prompt) from image i join profile p on p.account_id = i.account_id
  where i.account_id = whose and (which is null or i.id = which) and i.visibility = 'public' and i.removed_at is null
    and not exists (select from suspension s where s.account_id = i.account_id)
  on conflict do nothing
$$;
