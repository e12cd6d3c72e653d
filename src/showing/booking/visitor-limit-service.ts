import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { createTryCounts } from '../../platform/db/try-counts.ts'
import { phoneKey } from '../../platform/phone.ts'
import { type Count, countingTries, type TryLimit } from '../../platform/try-limit.ts'
import {
  BOOKINGS_OF_ACCOUNT,
  BOOKINGS_OF_CONTACT,
  BOOKINGS_OF_RESIDENT,
  BOOKINGS_OF_VISITOR,
  tooManyOfAccount,
  tooManyOfContact,
  tooManyOfResident,
  tooManyOfVisitor,
} from './by-hand-domain.ts'

/** Limits on how often agents book for visitors who phoned, by hand and by pay link together. */
export type VisitorLimits = { ofVisitor: TryLimit; ofAccount: TryLimit; ofContact: TryLimit; ofResident: TryLimit }

/** An agent's account, the visitor it books for, and the phones at the property that get texts about the booking. */
type Visit = {
  accountId: string
  phone: string
  email: string
  texted: { agent: string | null; resident: string | null }
}

/** @param parts `db`: the transaction, if the booking can still fail */
export function visitorLimits(parts: { db: Database; clock: Clock; secret: string }): VisitorLimits {
  const counts = createTryCounts(parts)
  return {
    ofVisitor: counts('pay-link', BOOKINGS_OF_VISITOR),
    ofAccount: counts('for visitors', BOOKINGS_OF_ACCOUNT),
    ofContact: counts('for visitors of contact', BOOKINGS_OF_CONTACT),
    ofResident: counts('for visitors of resident', BOOKINGS_OF_RESIDENT),
  }
}

/** Counts one booking, unless `work` fails. @throws DomainError too_many, and what `work` throws */
export const countingVisit = <T>(limits: VisitorLimits, visit: Visit, work: () => Promise<T>): Promise<T> =>
  countingTries(countsOf(limits, visit), work)

/** Lists the counts of one booking. All bookings use the same order, because they lock the counts. */
const countsOf = (limits: VisitorLimits, { accountId, phone, email, texted }: Visit): Count[] =>
  [
    phone && { limit: limits.ofVisitor, key: `phone ${phoneKey(phone)}`, refuse: tooManyOfVisitor('buyerPhone') },
    email && { limit: limits.ofVisitor, key: `email ${email.toLowerCase()}`, refuse: tooManyOfVisitor('buyerEmail') },
    { limit: limits.ofAccount, key: accountId, refuse: tooManyOfAccount },
    texted.agent && { limit: limits.ofContact, key: phoneKey(texted.agent), refuse: tooManyOfContact },
    texted.resident && { limit: limits.ofResident, key: phoneKey(texted.resident), refuse: tooManyOfResident },
  ].filter((one) => one !== null && one !== '')
