-- Logs who lives at the home of a showing, unless its log says the same. We read after we have the lock of the log, so a new
-- booking and an edit of its property at the same moment find each other: the later one has this lock after the other has
-- committed. Call it last, after all row locks.
create or replace function log_occupant(b booking, p_now timestamptz) returns void language plpgsql as $$
declare
  lives jsonb;
  logged jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('compliance:' || b.property_id, 0));
  lives := (select occupant_of(p) from property p where p.id = b.property_id);
  logged := (select jsonb_build_object('occupancy', t.occupancy, 'residentInfo', t.resident) from occupant_then(b.id) t);
  if logged is distinct from lives then
    perform append_compliance(b.property_id, b.id, 'occupancy_changed', p_now, lives::text);
  end if;
end $$;
