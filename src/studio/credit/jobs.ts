import type { JobHandler } from '../../platform/jobs.ts'
import type { CreditService } from './service.ts'

export const creditJobs = (credits: CreditService): Record<string, JobHandler> => ({
  'credit.renew': async () => {
    await credits.renewDue()
  },
  'credit.forget': () => credits.forgetCards(),
})

export const creditSchedule = { 'credit.renew': '*/5 * * * *', 'credit.forget': '23 * * * *' }
