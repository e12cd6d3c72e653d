-- We lock both profiles in a fixed order, in either direction of the follow, and their accounts first, as a deletion does.
create or replace function set_follow(follower uuid, creator uuid, wanted boolean, at timestamptz) returns void language plpgsql as $$
begin
  perform from account where id in (follower, creator) order by id for key share;
  perform from profile where account_id in (follower, creator) order by account_id for no key update;
  if wanted then
    insert into follow (follower_id, creator_id, created_at) values (follower, creator, at) on conflict do nothing;
  else
    delete from follow where follower_id = follower and creator_id = creator;
  end if;
end $$;
