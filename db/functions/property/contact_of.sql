-- Returns the contact of a property, field by field: the showing profile's field if the profile is on and has it,
-- otherwise the property's own, otherwise the owner's account's. An account has a phone only in its showing profile. A
-- listing never shows the anonymous name that studio and gallery use. A suspended or deleted account and the product's
-- own demo account provide no fields, and a property of a suspended or deleted account has no contact at all.
create or replace function contact_of(p property)
returns table (agent_name text, agent_email text, agent_phone text, agent_license text, agent_brokerage text)
language sql stable as $$
  select
    coalesce(case when p.use_public_profile then nullif(g.agent_name, '') end,
      nullif(concat_ws(' ', p.agent_first_name, p.agent_last_name), ''),
      case when not a.has_stand_in_name then nullif(a.name, '') end),
    coalesce(case when p.use_public_profile then nullif(g.agent_email, '') end, nullif(p.agent_email, ''),
      case when a.id <> '01900000-0000-7000-8000-0000000000da' then a.email end),
    coalesce(case when p.use_public_profile then nullif(g.agent_phone, '') end, nullif(p.agent_phone, ''), nullif(g.agent_phone, '')),
    coalesce(case when p.use_public_profile then nullif(g.agent_license, '') end, nullif(p.agent_license, '')),
    coalesce(case when p.use_public_profile then nullif(g.agent_brokerage, '') end, nullif(p.agent_brokerage, ''))
  from account a
  left join agent_profile g on g.account_id = a.id
  where a.id = p.owner_id and a.deleted_at is null and not exists (select from suspension s where s.account_id = a.id)
$$;
