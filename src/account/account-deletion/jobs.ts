import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { AccountDeletionService } from './service.ts'

const Asked = z.object({ id: z.uuid() })

/** Runs requested deletions. A sweep continues those that crashed or had to wait. */
export const accountDeletionJobs = (accountDeletions: AccountDeletionService): Record<string, JobHandler> => ({
  'erasure.run': async (payload) => {
    await accountDeletions.run(Asked.parse(payload).id)
  },
  'erasure.sweep': async () => {
    await accountDeletions.sweep()
  },
})

export const accountDeletionSchedule = { 'erasure.sweep': '*/10 * * * *' }
