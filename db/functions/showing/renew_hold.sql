-- Updates a live hold's details and price. Returns the new revision, or null if the hold changed since the caller read
-- it.
create or replace function renew_hold(p_booking uuid, p_revision integer, p_form jsonb, p_amount_cents integer, p_now timestamptz)
returns integer language plpgsql as $$
declare
  b booking;
  f booking;
  pay payment;
begin
  select * into b from booking where id = p_booking for no key update;
  select * into pay from payment where booking_id = p_booking for update;
  if b.status <> 'held' or pay.status not in ('opening', 'open') or pay.revision <> p_revision then return null; end if;
  f := jsonb_populate_record(b, p_form);
  -- A visitor with a pay link used the booking page instead. Its form asks them to agree to the terms. The agent's note
  -- stays.
  if b.booked_by is not null then
    f.special_requests := coalesce(nullif(f.special_requests, ''), b.special_requests);
    update booking set terms_agreed_at = coalesce(terms_agreed_at, p_now) where id = b.id;
  end if;
  if f is not distinct from b and pay.amount_cents = p_amount_cents then return pay.revision; end if;
  update booking set
    requester_type = f.requester_type, buyer_name = f.buyer_name, buyer_phone = f.buyer_phone,
    buyer_phone_e164 = f.buyer_phone_e164, buyer_phone_extension = f.buyer_phone_extension,
    buyer_agent_name = f.buyer_agent_name, buyer_agent_email = f.buyer_agent_email, buyer_agent_phone = f.buyer_agent_phone,
    buyer_agent_phone_e164 = f.buyer_agent_phone_e164, buyer_agent_phone_extension = f.buyer_agent_phone_extension,
    mail_upgrade = f.mail_upgrade, special_requests = f.special_requests, language = f.language, amount_cents = p_amount_cents, updated_at = p_now
  where id = b.id;
  update payment set amount_cents = p_amount_cents, revision = revision + 1, updated_at = p_now where id = pay.id;
  return pay.revision + 1;
end $$;
