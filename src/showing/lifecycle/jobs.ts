import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { LifecycleService } from './service.ts'

const Due = z.object({ bookingId: z.uuid() })

/** At once: the money of a move. Each minute: what nobody decided in time, and money that a job left behind. */
export const lifecycleJobs = (lifecycle: LifecycleService): Record<string, JobHandler> => ({
  'lifecycle.refund-letter': (payload) => lifecycle.refundLetter(Due.parse(payload).bookingId),
  'lifecycle.move-money': (payload) => lifecycle.moveMoney(Due.parse(payload).bookingId),
  'lifecycle.sweep': async () => {
    await lifecycle.declineOverdue()
    const failed = await lifecycle.moveDueMoney()
    if (failed > 0) throw new Error(`the money of ${failed} bookings could not be moved`)
  },
})

export const lifecycleSchedule = { 'lifecycle.sweep': '* * * * *' }
