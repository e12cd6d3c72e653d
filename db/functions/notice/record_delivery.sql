-- Does the same as record_deliveries for one booking. Servers of the previous version call it. Drop it in the next
-- version.
create or replace function record_delivery(p_property uuid, p_booking uuid, p_results jsonb, p_now timestamptz)
returns void language sql as $$
  select record_deliveries(jsonb_build_array(jsonb_build_object(
    'property_id', p_property, 'booking_id', p_booking, 'at', p_now, 'results', p_results)));
$$;
