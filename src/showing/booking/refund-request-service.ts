import { randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import { partiesOf } from '../../notice/message/domain.ts'
import { QUIET_FROM_HOUR, QUIET_UNTIL_HOUR } from '../../notice/message/quiet-domain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Reading } from '../../platform/gauges.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { OVERDUE_AFTER, REMINDED_AFTER } from './refund-request-domain.ts'
import { countWaitingRefunds, listUnreminded, remindOfRefund } from './refund-request-repository.ts'
import { stillPaidOf, toShowing } from './showing-domain.ts'
import { planRefundReminder } from './status-domain.ts'
import { type BookingRow, findBooking } from './transition-repository.ts'

type RefundRequestDeps = { db: Database; clock: Clock; log: Logger }

/** Most reminders in one run. */
const SWEEP = 100

/** Makes sure that a buyer's refund request gets a decision (docs/decisions/0092-refund-requests-have-a-deadline.md). */
export const createRefundRequestService = (deps: RefundRequestDeps) => withDeps(deps, { remindDue })

export type RefundRequestService = ReturnType<typeof createRefundRequestService>

/**
 * Reminds agents of refund requests that no one has decided for three days, once each, and never in the quiet hours.
 * @returns how many
 */
async function remindDue({ db, clock, log }: RefundRequestDeps): Promise<number> {
  const now = clock.now()
  const hours = { from: QUIET_UNTIL_HOUR, until: QUIET_FROM_HOUR }
  const due = { before: now.subtract(REMINDED_AFTER).toString(), now: now.toString(), hours, limit: SWEEP }
  let reminded = 0
  for (const id of await listUnreminded(db, due)) {
    try {
      const row = await findBooking(db, { ownerId: null, id })
      if (row && (await remindOfRefund(db, id, plannedFor(row), now.toString()))) reminded++
    } catch (error) {
      // The next run tries again. Go on with the others.
      log.warn({ err: error, bookingId: id }, 'could not remind an agent of a refund request')
    }
  }
  return reminded
}

/** If others have refunded everything, there is nothing to remind of. */
const plannedFor = (row: BookingRow) =>
  stillPaidOf(row) === 0
    ? []
    : planRefundReminder(partiesOf(toShowing(row))).map((planned) => ({ id: randomUUIDv7(), ...planned }))

/** Reads the gauge of refund requests that the agent did not decide in time. */
export const refundReading = ({ db, clock }: Pick<RefundRequestDeps, 'db' | 'clock'>): Reading<'refunds_overdue'> => ({
  gauges: { refunds_overdue: { help: 'Refund requests that no one has decided for 6 days' } },
  read: async () => [
    {
      name: 'refunds_overdue',
      value: await countWaitingRefunds(db, clock.now().subtract(OVERDUE_AFTER).toString()),
    },
  ],
})
