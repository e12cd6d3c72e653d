import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { NotificationService } from './service.ts'

const Delivery = z.object({ bookingId: z.uuid(), attempt: z.int().min(1).default(1) })

export const notificationJobs = (notifications: NotificationService): Record<string, JobHandler> => ({
  'notification.deliver': async (payload) => {
    const { bookingId, attempt } = Delivery.parse(payload)
    await notifications.deliver(bookingId, attempt)
  },
  'notification.finish-abandoned': () => notifications.finishAbandoned(),
})

export const notificationSchedule = { 'notification.finish-abandoned': '* * * * *' }
