create or replace view showing as
select
  b.id, b.property_id, b.status, b.starts_at, b.ends_at, b.showing_date::text as showing_date,
  to_char(b.showing_time, 'HH24:MI') as showing_time, b.time_zone, b.requester_type,
  b.buyer_name, b.buyer_email, b.buyer_phone, b.buyer_agent_name, b.buyer_agent_email, b.buyer_agent_phone,
  b.mail_upgrade, b.special_requests, b.amount_cents, b.confirmation_number, b.manage_token, b.notice_token,
  b.calendar_sequence, b.decision_due_at, b.hold_expires_at, b.created_at, b.booked_at, b.updated_at, b.is_demo, b.feedback,
  r.slug, b.owner_id, r.address_line1, r.unit_number, r.city, r.state, r.zip_code, f.photo_key,
  r.occupancy_status, r.rent_amount, r.showing_instructions,
  r.status = 'listed' and r.deleted_at is null as property_listed,
  c.agent_name, c.agent_email, c.agent_phone, c.agent_license, c.agent_brokerage,
  nullif(concat_ws(' ', r.resident_first_name, r.resident_last_name), '') as resident_name,
  r.resident_email, r.resident_phone, r.resident_text_consent,
  coalesce(r.owner_entity_name, nullif(concat_ws(' ', r.owner_first_name, r.owner_last_name), '')) as owner_name,
  r.owner_email, r.owner_phone,
  p.id as payment_id, p.status as payment_status, p.amount_cents as payment_amount_cents, p.intent_id, p.client_secret,
  p.revision as payment_revision, p.paid_cents, p.paid_at, b.client_address,
  b.cancelled_by, b.moved_from, b.noticed_at, b.refund_requested_at, b.refund_reason, b.refund_decision, b.refund_answer,
  b.language as buyer_language, r.resident_language, h.settings ->> 'language' as agent_language,
  b.reason_for_buyer, b.late_minutes, b.has_moved, b.offered_times,
  q.slot_id as proposal_id, k.starts_at as proposed_start, q.due_at as proposal_due_at, q.reason as proposal_reason,
  q.answer as proposal_answer, b.booked_by, b.shown_by, b.terms_agreed_at, q.turn as proposal_turn
from booking b
join property r on r.id = b.property_id
left join property_photo f on f.property_id = r.id and f.position = 0
left join payment p on p.booking_id = b.id
left join lateral contact_of(r) c on true
left join profile h on h.account_id = b.owner_id
left join lateral (select * from move_proposal where booking_id = b.id order by turn desc limit 1) q on true
left join booking k on k.id = q.slot_id;
