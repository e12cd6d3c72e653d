import type { AgentProfile } from '../../../account/account/contract.ts'
import { emptyValues, type PropertyValues } from './property-values.tsx'

type Account = { email: string; showingName: string }

/** Starts a new property's form with the contact we know. The first one also asks who shows, with yes preselected. */
export function startValues(
  profile: AgentProfile,
  account: Account | null | undefined,
  isFirst: boolean,
): PropertyValues {
  const values = knownContact(profile, account)
  return isFirst ? { ...values, shows_alone: true } : values
}

/** Returns the saved profile, or the account's name and email. */
export function knownContact(profile: AgentProfile, account: Account | null | undefined): PropertyValues {
  if (profile.agent_name && profile.agent_phone && profile.agent_email) {
    return { ...emptyValues(), use_public_profile: true, agent_phone: profile.agent_phone }
  }
  const [first = '', ...rest] = (profile.agent_name ?? account?.showingName ?? '').trim().split(/\s+/)
  // One word can be an email or a first name, so the agent writes both.
  const isPerson = rest.length > 0
  return {
    ...emptyValues(),
    agent_first_name: isPerson ? first : '',
    agent_last_name: rest.join(' '),
    agent_email: profile.agent_email ?? account?.email ?? '',
    agent_phone: profile.agent_phone ?? '',
    agent_license: profile.agent_license ?? '',
    agent_brokerage: profile.agent_brokerage ?? '',
  }
}
