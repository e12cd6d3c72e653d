import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { ArchiveService } from './service.ts'

const Asked = z.object({ id: z.uuid() })

/** What somebody asked for is made; each hour files that ran out, and what crashes left, are deleted. */
export const archiveJobs = (archives: ArchiveService): Record<string, JobHandler> => ({
  'archive.make': async (payload, run) => archives.make(Asked.parse(payload).id, run),
  'archive.sweep': async () => {
    await archives.sweep()
  },
})

export const archiveSchedule = { 'archive.sweep': '53 * * * *' }
