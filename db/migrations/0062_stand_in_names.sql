-- Registration once asked for no name: the anonymous username stood in for it, and is for studio and gallery, not for a listing. Names were
-- compared with usernames since, so a person whose own name is the username had none on showings. It is written down once instead.
alter table account add column has_stand_in_name boolean not null default false;
update account a set has_stand_in_name = true from profile u where u.account_id = a.id and lower(a.name) = lower(u.username);

-- As before (0055), but for the name.
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

-- A username is no part of a contact any more.
drop trigger profile_contact_changed on profile;
