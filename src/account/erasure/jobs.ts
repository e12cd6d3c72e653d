import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { ErasureService } from './service.ts'

const Asked = z.object({ id: z.uuid() })

/** What somebody asked for is deleted; a sweep goes on with what a crash left, or what had to wait. */
export const erasureJobs = (erasures: ErasureService): Record<string, JobHandler> => ({
  'erasure.run': async (payload) => {
    await erasures.run(Asked.parse(payload).id)
  },
  'erasure.sweep': async () => {
    await erasures.sweep()
  },
})

export const erasureSchedule = { 'erasure.sweep': '*/10 * * * *' }
