import type { StartContact } from '../contract.ts'
import { emptyValues, type PropertyValues } from './property-values.tsx'

/** Starts a new property's form with the contact we know. The first one also asks who shows, with yes preselected. */
export function startValues({ copied_from: _, ...contact }: StartContact, isFirst: boolean): PropertyValues {
  const values = { ...emptyValues(), ...blanksOf(contact) }
  return isFirst ? { ...values, shows_alone: true } : values
}

/** A field without a value is an empty text. */
const blanksOf = ({ use_public_profile, ...texts }: Omit<StartContact, 'copied_from'>) => ({
  use_public_profile,
  agent_first_name: texts.agent_first_name ?? '',
  agent_last_name: texts.agent_last_name ?? '',
  agent_email: texts.agent_email ?? '',
  agent_phone: texts.agent_phone ?? '',
  agent_license: texts.agent_license ?? '',
  agent_brokerage: texts.agent_brokerage ?? '',
})
