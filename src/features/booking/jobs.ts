import type { JobHandler } from '../../platform/jobs.ts'
import type { BookingService } from './service.ts'

/** Each minute: what a browser or a process left behind is finished. */
export const bookingJobs = (bookings: BookingService): Record<string, JobHandler> => ({
  'booking.reconcile': async () => {
    const { failed } = await bookings.reconcile()
    if (failed > 0) throw new Error(`${failed} payments could not be reconciled`)
  },
})

export const bookingSchedule = { 'booking.reconcile': '* * * * *' }
