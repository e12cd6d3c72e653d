import type { JobHandler } from '../../platform/jobs.ts'
import type { WebhookService } from './webhook-service.ts'

export const paymentJobs = (webhooks: WebhookService): Record<string, JobHandler> => ({
  'payment-webhook.forget': () => webhooks.forgetWebhooks(),
})

export const paymentSchedule = { 'payment-webhook.forget': '27 * * * *' }
