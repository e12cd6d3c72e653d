import type { StartContact } from './contract.ts'

type Contact = Record<'agent_email' | 'agent_phone' | 'agent_license' | 'agent_brokerage', string | null>

/** What we know about an agent: the showing profile, their newest property with a phone number, and the account. */
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
  const ownName = profile?.agent_name ?? account.name
  const copiedNames = copied?.agent_first_name && copied.agent_last_name ? copied : null
  // An email and a license belong to one person. A brokerage has many agents.
  const person = copiedNames && ownName && !isSameName(copiedNames, ownName) ? null : { ...account, ...profile }
  return {
    ...NOTHING,
    ...namesOf(ownName),
    ...(copiedNames && {
      agent_first_name: copiedNames.agent_first_name,
      agent_last_name: copiedNames.agent_last_name,
    }),
    agent_email: copied?.agent_email ?? person?.agent_email ?? person?.email ?? null,
    agent_phone: copied?.agent_phone ?? profile?.agent_phone ?? null,
    agent_license: copied?.agent_license ?? person?.agent_license ?? null,
    agent_brokerage: copied?.agent_brokerage ?? profile?.agent_brokerage ?? null,
    copied_from: copied?.address ?? null,
  }
}

type Names = { agent_first_name: string | null; agent_last_name: string | null }

/** Compares names without case and extra spaces. */
function isSameName({ agent_first_name, agent_last_name }: Names, name: string): boolean {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  return plain(`${agent_first_name} ${agent_last_name}`) === plain(name)
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
