-- Makes the next sweep look at the reminders of a showing, because its notice may be due again. The `reminder` rows keep each
-- reminder to once. A sweep that has already read the showing plans nothing (plan_reminders compares remind_at). The caller
-- has the booking's lock.
create or replace function check_reminders(p_booking uuid, p_now timestamptz) returns void language sql as $$
  update booking set remind_at = p_now
    where id = p_booking and status = 'confirmed' and starts_at > p_now and not is_demo
$$;
