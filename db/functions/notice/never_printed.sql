-- Returns whether the vendor says that it did not print a letter. A letter that it canceled because we asked is recalled
-- instead, unless we asked too late.
-- p_state: the vendor's last report
create or replace function never_printed(n notification, p_state text) returns boolean language sql immutable as $$
  select n.channel = 'certified_mail'
    and (p_state in ('failed', 'rejected') or p_state = 'deleted' and (n.recall_asked_at is null or n.recall = 'too_late'))
$$;
