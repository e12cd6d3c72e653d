-- An entry's hash covers its property and booking, so moving an entry or a chain to another one breaks the hash.
-- hash: SHA-256 in hex of these, joined by newlines: previous_hash, property, booking ('' if none), sequence, event,
-- at, payload.
create or replace function append_compliance(
  p_property uuid, p_booking uuid, p_event text, p_at timestamptz, p_payload text
) returns integer language plpgsql as $$
declare
  last_sequence integer;
  last_hash text;
begin
  perform pg_advisory_xact_lock(hashtextextended('compliance:' || p_property, 0));
  select sequence, hash into last_sequence, last_hash from compliance_entry
    where property_id = p_property order by sequence desc limit 1;
  last_sequence := coalesce(last_sequence, 0) + 1;
  last_hash := coalesce(last_hash, '');
  insert into compliance_entry values (
    p_property, last_sequence, p_booking, p_event, p_at, p_payload, last_hash,
    encode(sha256(convert_to(
      concat_ws(E'\n', last_hash, p_property, coalesce(p_booking::text, ''), last_sequence, p_event,
        to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p_payload), 'UTF8')), 'hex'));
  return last_sequence;
end $$;
