-- concurrently
-- Expand: marks the messages that failed before 0101, in parts. In one transaction it would keep rows locked while it reads all.
do $$
  declare
    done uuid := '00000000-0000-0000-0000-000000000000';
    last uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    next uuid;
  begin
    while done < last loop
      select id into next from notification where id > done order by id offset 5000 limit 1;
      next := coalesce(next, last);
      update notification set has_failed = true where id > done and id <= next and status = 'failed' and not has_failed;
      commit;
      done := next;
    end loop;
  end $$;
