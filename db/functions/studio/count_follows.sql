create or replace function count_follows() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update profile p set follower_count = follower_count + step * c.n
  from (select creator_id, count(*)::int as n from changed group by 1) c where p.account_id = c.creator_id;
  update profile p set following_count = following_count + step * c.n
  from (select follower_id, count(*)::int as n from changed group by 1) c where p.account_id = c.follower_id;
  return null;
end $$;

create or replace trigger follow_counted after insert on follow referencing new table as changed
  for each statement execute function count_follows();
create or replace trigger follow_discounted after delete on follow referencing old table as changed
  for each statement execute function count_follows();
