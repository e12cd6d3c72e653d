-- Returns who lives at the home of a showing or, once it has started, who lived there at its start, as the log says. No row:
-- the log does not say.
create or replace function occupant_then(p_booking uuid) returns table (occupancy text, resident jsonb) language sql stable as $$
  select e.payload::jsonb ->> 'occupancy', e.payload::jsonb -> 'residentInfo' from compliance_entry e
  where e.booking_id = p_booking and e.event in ('booked', 'occupancy_changed') order by e.sequence desc limit 1
$$;
