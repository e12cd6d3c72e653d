import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { CreditService } from './service.ts'

const Card = z.object({ provider: z.string(), customer: z.string() })

export const creditJobs = (credits: CreditService): Record<string, JobHandler> => ({
  'credit.renew': async () => {
    await credits.renewDue()
  },
  'credit.forget': () => credits.forgetCards(),
  'credit.forget-card': (payload) => credits.forgetCard(Card.parse(payload)),
})

export const creditSchedule = { 'credit.renew': '*/5 * * * *', 'credit.forget': '23 * * * *' }
