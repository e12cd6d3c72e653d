import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { DueMoneyService } from './due-money-service.ts'
import type { HoldService } from './hold-service.ts'
import type { OutcomeService } from './outcome-service.ts'
import type { RefundRequestService } from './refund-request-service.ts'
import type { TransitionService } from './transition-service.ts'

const Due = z.object({ bookingId: z.uuid() })

/** Job names never change, because queue rows hold them. */
export const bookingJobs = (
  transitions: TransitionService,
  dueMoney: DueMoneyService,
  outcomes: OutcomeService,
  holds: Pick<HoldService, 'forget'>,
  refundRequests: RefundRequestService,
): Record<string, JobHandler> => ({
  'lifecycle.refund-letter': (payload) => dueMoney.refundLetter(Due.parse(payload).bookingId),
  'lifecycle.move-money': (payload) => dueMoney.processDuePayment(Due.parse(payload).bookingId),
  /**
   * Declines requests that no one decided in time, reminds agents of refund requests, and finishes payments that their
   * jobs left behind.
   */
  'lifecycle.sweep': async () => {
    await transitions.declineOverdue()
    await refundRequests.remindDue()
    const failed = await dueMoney.processDuePayments()
    if (failed > 0) throw new Error(`the money of ${failed} bookings could not be moved`)
  },
  /** Completes showings that have ended and that no one marked. */
  'showing.complete-ended': async () => {
    await outcomes.completeEnded()
  },
  'hold.forget': () => holds.forget(),
})

export const bookingSchedule = {
  'lifecycle.sweep': '* * * * *',
  'showing.complete-ended': '*/5 * * * *',
  'hold.forget': '13 * * * *',
}
