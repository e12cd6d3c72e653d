import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { createTryCounts } from '../../platform/db/try-counts.ts'
import { phoneKey } from '../../platform/phone.ts'
import type { TryLimit } from '../../platform/try-limit.ts'
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

/**
 * Counts one booking to the visitor's phone and email, and to the account.
 * @param counted gets what was counted, also if this throws
 * @throws DomainError too_many
 */
export async function countVisit(
  { ofVisitor, ofAccount }: VisitorLimits,
  { accountId, phone, email }: Visit,
  counted: { limit: TryLimit; key: string }[] = [],
): Promise<void> {
  const wanted = [
    phone && { limit: ofVisitor, key: `phone ${phoneKey(phone)}`, refuse: tooManyOfVisitor('buyerPhone') },
    email && { limit: ofVisitor, key: `email ${email.toLowerCase()}`, refuse: tooManyOfVisitor('buyerEmail') },
    { limit: ofAccount, key: accountId, refuse: tooManyOfAccount },
  ]
  for (const one of wanted) {
    if (!one) continue
    const waitSeconds = await one.limit.take(one.key)
    if (waitSeconds !== null) throw one.refuse(Math.ceil(waitSeconds))
    counted.push(one)
  }
}

/** Counts one booking, unless `work` fails. @throws DomainError too_many, and what `work` throws */
export async function countingVisit<T>(limits: VisitorLimits, visit: Visit, work: () => Promise<T>): Promise<T> {
  const counted: { limit: TryLimit; key: string }[] = []
  try {
    await countVisit(limits, visit, counted)
    return await work()
  } catch (error) {
    for (const { limit, key } of counted) await limit.returnTry(key)
    throw error
  }
}
