import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { NotificationService } from './service.ts'

const Delivery = z.object({ bookingId: z.uuid() })

export const notificationJobs = (notifications: NotificationService): Record<string, JobHandler> => ({
  'notification.deliver': (payload, run) => notifications.deliver(Delivery.parse(payload).bookingId, run),
})
