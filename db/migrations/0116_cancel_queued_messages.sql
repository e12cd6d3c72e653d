-- Contract: its file has the new name, cancel_queued_messages. Until the new texts of move_booking and settle_due are there, a
-- server of 0.2.0 could not cancel a showing, and the changelog says to stop those first.
drop function if exists silence_notifications(uuid);
