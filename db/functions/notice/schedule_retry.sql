-- Schedules a retry of a booking's messages. A booking has at most one, with the earliest time and the lowest attempt,
-- so that the long pause of one delivery does not postpone the messages of another.
-- p_attempt: which attempt the retry is, from 1; it decides the next pause
create or replace function schedule_retry(p_booking uuid, p_attempt integer, p_at timestamptz) returns void language plpgsql as $$
declare
  job text := 'retry:' || p_booking;
  waiting record;
begin
  -- Only one transaction per booking runs at a time, so that it sees what the one before it scheduled.
  perform pg_advisory_xact_lock(hashtextextended(job, 0));
  select (payload ->> 'attempt')::integer as attempt, run_at into waiting from graphile_worker._private_jobs
    where key = job and locked_at is null and attempts < max_attempts;
  perform graphile_worker.add_job('notification.deliver',
    json_build_object('bookingId', p_booking, 'attempt', least(p_attempt, waiting.attempt)),
    run_at => least(p_at, waiting.run_at), max_attempts => 13, job_key => job);
end $$;
