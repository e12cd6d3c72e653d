import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { StartContact } from './contract.ts'
import { fullAddress } from './domain.ts'
import type { PropertyDeps } from './own-property-service.ts'
import { startContact } from './start-contact-domain.ts'
import { findKnownAgent } from './start-contact-repository.ts'

/** Returns the contact with which the account's next property starts. @throws DomainError unauthenticated */
export async function getStartContact({ db }: PropertyDeps, actor: Actor): Promise<StartContact> {
  const { accountId } = requireAccount(actor)
  const row = await findKnownAgent(db, accountId)
  const {
    agent_name = null,
    agent_phone = null,
    agent_email = null,
    agent_license = null,
    agent_brokerage = null,
  } = row ?? {}
  return startContact({
    profile: { agent_name, agent_phone, agent_email, agent_license, agent_brokerage },
    latest: row?.latest_phone
      ? {
          agent_first_name: row.latest_first_name,
          agent_last_name: row.latest_last_name,
          agent_email: row.latest_email,
          agent_phone: row.latest_phone,
          agent_license: row.latest_license,
          agent_brokerage: row.latest_brokerage,
          address: fullAddress({
            address_line1: row.address_line1 ?? '',
            unit_number: row.unit_number,
            city: row.city ?? '',
            state: row.state ?? '',
            zip_code: row.zip_code ?? '',
          }),
        }
      : null,
    account: { name: row?.account_name ?? null, email: row?.account_email ?? '' },
  })
}
