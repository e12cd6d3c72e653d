-- Removes the messages that tell the resident about a cancellation if no announcement of the showing can have reached
-- them. Call it under the booking's lock and before the booking changes, because a trigger of the booking changes
-- announcements. If we told the resident that an earlier time is canceled, only later announcements count.
create or replace function without_needless_cancellation(p_booking uuid, p_notifications jsonb) returns jsonb language plpgsql as $$
declare
  is_untold boolean;
begin
  if not exists (select from jsonb_array_elements(p_notifications) m
    where m ->> 'role' = 'resident' and m ->> 'event' = 'cancelled') then return p_notifications; end if;
  perform from notification where booking_id = p_booking order by id for update;
  select coalesce(bool_and(never_went_out(a)), false)
      and not exists (select from notice_service s where s.booking_id = p_booking
        and not exists (select from notice_service_withdrawal w where w.service_id = s.id)) into is_untold
    from notification a
    where a.booking_id = p_booking and a.event in ('booked', 'approved', 'moved')
      and (a.role = 'resident' or a.role = 'listing_agent' and a.channel = 'email' and a.cc <> '{}')
      and a.round > coalesce((select max(c.round) from notification c
        where c.booking_id = p_booking and c.event = 'cancelled' and c.role = 'resident'), -1);
  if not is_untold then return p_notifications; end if;
  return (select jsonb_agg(m) from jsonb_array_elements(p_notifications) m
    where m ->> 'role' <> 'resident' or m ->> 'event' <> 'cancelled');
end $$;
