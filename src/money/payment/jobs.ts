import type { JobHandler } from '../../platform/jobs.ts'
import type { PaymentService } from './webhook-service.ts'

export const paymentJobs = (payments: PaymentService): Record<string, JobHandler> => ({
  'payment-webhook.forget': () => payments.forgetWebhooks(),
})

export const paymentSchedule = { 'payment-webhook.forget': '27 * * * *' }
