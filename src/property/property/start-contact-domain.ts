import type { StartContact } from './contract.ts'

type Contact = Record<'agent_email' | 'agent_phone' | 'agent_license' | 'agent_brokerage', string | null>

/** What is known of an agent: the showing profile, their newest property with a phone number, and the account. */
export type KnownAgent = {
  profile: (Contact & { agent_name: string | null }) | null
  latest: (Contact & { agent_first_name: string | null; agent_last_name: string | null; address: string }) | null
  account: { name: string | null; email: string }
}

/** Returns the contact of an agent's next property: a complete profile, else the newest property, else the account. */
export function startContact({ profile, latest, account }: KnownAgent): StartContact {
  if (profile?.agent_name && profile.agent_phone && profile.agent_email)
    return { ...NOTHING, use_public_profile: true, agent_phone: profile.agent_phone }
  const copied = profile?.agent_phone ? null : latest
  const either = (field: keyof Contact) => copied?.[field] ?? profile?.[field] ?? null
  return {
    ...NOTHING,
    ...namesOf(profile?.agent_name ?? account.name),
    ...(copied?.agent_first_name &&
      copied.agent_last_name && { agent_first_name: copied.agent_first_name, agent_last_name: copied.agent_last_name }),
    agent_email: either('agent_email') ?? account.email,
    agent_phone: either('agent_phone'),
    agent_license: either('agent_license'),
    agent_brokerage: either('agent_brokerage'),
    copied_from: copied?.address ?? null,
  }
}

const NOTHING: StartContact = {
  use_public_profile: false,
  agent_first_name: null,
  agent_last_name: null,
  agent_email: null,
  agent_phone: null,
  agent_license: null,
  agent_brokerage: null,
  copied_from: null,
}

/** One word can be an email or a first name, so the agent writes both. */
function namesOf(name: string | null): Pick<StartContact, 'agent_first_name' | 'agent_last_name'> {
  const [first = null, ...rest] = (name ?? '').trim().split(/\s+/)
  return rest.length > 0
    ? { agent_first_name: first, agent_last_name: rest.join(' ') }
    : { agent_first_name: null, agent_last_name: null }
}
