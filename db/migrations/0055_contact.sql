-- The contact of a property, field by field: the showing profile where it is switched on and has the field; else what the property says;
-- else the owner's account. An account's phone is the one in its showing profile, which is the only place it keeps one. A name that is the
-- account's anonymous one is for studio and gallery, not for a listing. A suspended or deleted account, and the demo of the product's own,
-- lend nothing, and a property of the first two has no contact at all.
create function contact_of(p property)
returns table (agent_name text, agent_email text, agent_phone text, agent_license text, agent_brokerage text)
language sql stable as $$
  select
    coalesce(case when p.use_public_profile then nullif(g.agent_name, '') end,
      nullif(concat_ws(' ', p.agent_first_name, p.agent_last_name), ''),
      case when u.username is null or lower(a.name) <> lower(u.username) then nullif(a.name, '') end),
    coalesce(case when p.use_public_profile then nullif(g.agent_email, '') end, nullif(p.agent_email, ''),
      case when a.id <> '01900000-0000-7000-8000-0000000000da' then a.email end),
    coalesce(case when p.use_public_profile then nullif(g.agent_phone, '') end, nullif(p.agent_phone, ''), nullif(g.agent_phone, '')),
    coalesce(case when p.use_public_profile then nullif(g.agent_license, '') end, nullif(p.agent_license, '')),
    coalesce(case when p.use_public_profile then nullif(g.agent_brokerage, '') end, nullif(p.agent_brokerage, ''))
  from account a
  left join agent_profile g on g.account_id = a.id
  left join profile u on u.account_id = a.id
  where a.id = p.owner_id and a.deleted_at is null and not exists (select from suspension s where s.account_id = a.id)
$$;

create or replace view showing as
select
  b.id, b.property_id, b.status, b.starts_at, b.ends_at, b.showing_date::text as showing_date,
  to_char(b.showing_time, 'HH24:MI') as showing_time, b.time_zone, b.requester_type,
  b.buyer_name, b.buyer_email, b.buyer_phone, b.buyer_agent_name, b.buyer_agent_email, b.buyer_agent_phone,
  b.mail_upgrade, b.special_requests, b.amount_cents, b.confirmation_number, b.manage_token, b.notice_token,
  b.calendar_sequence, b.decision_due_at, b.hold_expires_at, b.created_at, b.booked_at, b.updated_at, b.is_demo, b.feedback,
  r.slug, b.owner_id, r.address_line1, r.unit_number, r.city, r.state, r.zip_code, r.photo_key,
  r.occupancy_status, r.rent_amount, r.showing_instructions,
  r.status = 'listed' and r.deleted_at is null as property_listed,
  c.agent_name, c.agent_email, c.agent_phone, c.agent_license, c.agent_brokerage,
  nullif(concat_ws(' ', r.resident_first_name, r.resident_last_name), '') as resident_name,
  r.resident_email, r.resident_phone, r.resident_text_consent,
  coalesce(r.owner_entity_name, nullif(concat_ws(' ', r.owner_first_name, r.owner_last_name), '')) as owner_name,
  r.owner_email, r.owner_phone,
  p.id as payment_id, p.status as payment_status, p.amount_cents as payment_amount_cents, p.intent_id, p.client_secret,
  p.revision as payment_revision, p.paid_cents, p.paid_at, b.client_address,
  b.cancelled_by, b.moved_from, b.noticed_at, b.refund_requested_at, b.refund_reason, b.refund_decision, b.refund_answer
from booking b
join property r on r.id = b.property_id
left join payment p on p.booking_id = b.id
left join lateral contact_of(r) c on true;

-- Nobody lists a property whose agent cannot be reached. The lock waits for whoever suspends or deletes the account.
create function refuse_unreachable_listing() returns trigger language plpgsql as $$
begin
  perform from account where id = new.owner_id for key share;
  if not exists (select from contact_of(new) c where c.agent_email is not null or c.agent_phone is not null) then
    raise exception 'the agent cannot be reached' using errcode = 'check_violation', constraint = 'property_listed_is_reachable';
  end if;
  return new;
end $$;
-- After `property_of_living`: triggers fire in the order of their names.
create trigger property_reachable_when_added before insert on property for each row
  when (new.status = 'listed' and new.deleted_at is null) execute function refuse_unreachable_listing();
create trigger property_reachable_when_listed before update on property for each row
  when (new.status = 'listed' and new.deleted_at is null and (old.status <> 'listed' or old.deleted_at is not null))
  execute function refuse_unreachable_listing();

-- The contact is shown on every page of the account's properties.
create function notify_contact_changed() returns trigger language plpgsql as $$
declare
  whose uuid := coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0];
begin
  perform pg_notify('cache', 'property:' || p.id) from property p where p.owner_id = whose and p.deleted_at is null;
  return null;
end $$;
drop trigger agent_profile_changed on agent_profile;
drop function notify_agent_profile_changed();
create trigger agent_profile_changed after insert or update or delete on agent_profile
  for each row execute function notify_contact_changed('account_id');
create trigger suspension_changed after insert or delete on suspension
  for each row execute function notify_contact_changed('account_id');
create trigger account_contact_changed after update of name, email, deleted_at on account for each row
  when ((old.name, old.email, old.deleted_at) is distinct from (new.name, new.email, new.deleted_at))
  execute function notify_contact_changed('id');
create trigger profile_contact_changed after update of username on profile for each row
  when (old.username is distinct from new.username) execute function notify_contact_changed('account_id');
