import type { JobHandler } from '../../platform/jobs.ts'
import type { PaymentService } from './service.ts'

export const paymentJobs = (payments: PaymentService): Record<string, JobHandler> => ({
  'payment-event.forget': () => payments.forgetEvents(),
})

export const paymentSchedule = { 'payment-event.forget': '27 * * * *' }
