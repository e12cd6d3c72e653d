-- Expand: a trigger runs its function whatever their names are. The other functions with a new name stay for servers of
-- 0.3.0, which call them: move_booking, settle_due, gone_of_payment, went_on, without_untold_end, is_product_home. A
-- migration of a later version drops them.
do $$
declare
  n record;
begin
  for n in select * from (values
      ('booking', 'booking_needs_home', 'booking_needs_property', 'refuse_gone_home', 'refuse_unavailable_property'),
      ('booking', 'booking_start_silenced', 'booking_outdates_messages', 'silence_old_start', 'cancel_outdated_messages'),
      ('notification', 'notification_told', 'notification_changed', 'tell_delivery', 'record_message_event'),
      ('generation', 'generation_told', 'generation_changed', 'tell_generation', 'record_generation_event')
    ) as name(relation, old_trigger, new_trigger, old_function, new_function)
  loop
    execute format('alter function %I() rename to %I', n.old_function, n.new_function);
    execute format('alter trigger %I on %I rename to %I', n.old_trigger, n.relation, n.new_trigger);
  end loop;
end $$;
