import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { PurchaseService } from './service.ts'

const Mail = z.object({
  id: z.uuid(),
  kind: z.enum(['receipt', 'refunded', 'renewal_failed', 'cancelled', 'ended']),
  subject: z.uuid(),
})

export const purchaseJobs = (purchases: PurchaseService): Record<string, JobHandler> => ({
  'credit.mail': async (payload) => purchases.sendMail(Mail.parse(payload)),
})
