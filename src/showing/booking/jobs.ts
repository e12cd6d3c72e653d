import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { OutcomeService } from './outcome-service.ts'
import type { BookingPaymentService } from './payment-service.ts'
import type { TransitionService } from './transition-service.ts'

const Due = z.object({ bookingId: z.uuid() })

/** Names of jobs stay: rows of the queue have them. */
export const bookingJobs = (
  transitions: TransitionService,
  payments: BookingPaymentService,
  outcomes: OutcomeService,
): Record<string, JobHandler> => ({
  'lifecycle.refund-letter': (payload) => payments.refundLetter(Due.parse(payload).bookingId),
  'lifecycle.move-money': (payload) => payments.processDuePayment(Due.parse(payload).bookingId),
  /** What was not decided in time, and payments that a job left behind. */
  'lifecycle.sweep': async () => {
    await transitions.declineOverdue()
    const failed = await payments.processDuePayments()
    if (failed > 0) throw new Error(`the money of ${failed} bookings could not be moved`)
  },
  /** What has ended and was not marked is completed. */
  'showing.complete-ended': async () => {
    await outcomes.completeEnded()
  },
})

export const bookingSchedule = { 'lifecycle.sweep': '* * * * *', 'showing.complete-ended': '*/5 * * * *' }
