import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { WebhookService } from '../payment/webhook-service.ts'
import type { Sandbox } from './service.ts'

const Delivery = z.object({ id: z.string(), type: z.string(), intentId: z.string() })

/** Delivers the embedded provider's events to the same handler as a vendor's webhooks. */
export const sandboxJobs = (sandbox: Sandbox, webhooks: WebhookService): Record<string, JobHandler> => ({
  'sandbox.deliver': async (payload) => {
    const { body, headers } = sandbox.signedEvent(Delivery.parse(payload))
    await webhooks.receive(body, (name) => (headers as Record<string, string>)[name])
  },
})
