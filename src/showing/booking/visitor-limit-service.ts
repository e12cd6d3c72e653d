import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { createTryCounts } from '../../platform/db/try-counts.ts'
import { phoneKey } from '../../platform/phone.ts'
import { type Count, countingTries, type TryLimit } from '../../platform/try-limit.ts'
import { BOOKINGS_OF_ACCOUNT, BOOKINGS_OF_VISITOR, tooManyOfAccount, tooManyOfVisitor } from './by-hand-domain.ts'

/** How often agents book for visitors who phoned, by hand and by pay link together. */
export type VisitorLimits = { ofVisitor: TryLimit; ofAccount: TryLimit }

/** An agent's account and the visitor it books for. */
type Visit = { accountId: string; phone: string; email: string }

/** @param db the transaction, if what it counts can still fail */
export function visitorLimits(parts: { db: Database; clock: Clock; secret: string }): VisitorLimits {
  const counts = createTryCounts(parts)
  return {
    ofVisitor: counts('pay-link', BOOKINGS_OF_VISITOR),
    ofAccount: counts('for visitors', BOOKINGS_OF_ACCOUNT),
  }
}

/** Counts one booking, unless `work` fails. @throws DomainError too_many, and what `work` throws */
export const countingVisit = <T>(limits: VisitorLimits, visit: Visit, work: () => Promise<T>): Promise<T> =>
  countingTries(countsOf(limits, visit), work)

/** What one booking counts to: the visitor's phone and email, and the account. */
function countsOf({ ofVisitor, ofAccount }: VisitorLimits, { accountId, phone, email }: Visit): Count[] {
  const counts: Count[] = [{ limit: ofAccount, key: accountId, refuse: tooManyOfAccount }]
  if (email)
    counts.unshift({ limit: ofVisitor, key: `email ${email.toLowerCase()}`, refuse: tooManyOfVisitor('buyerEmail') })
  if (phone)
    counts.unshift({ limit: ofVisitor, key: `phone ${phoneKey(phone)}`, refuse: tooManyOfVisitor('buyerPhone') })
  return counts
}
