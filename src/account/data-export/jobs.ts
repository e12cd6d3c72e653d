import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { DataExportService } from './service.ts'

const Asked = z.object({ id: z.uuid() })

/** Makes requested archives. Each hour it deletes expired files and what crashes left. */
export const dataExportJobs = (dataExports: DataExportService): Record<string, JobHandler> => ({
  'archive.make': async (payload, run) => dataExports.make(Asked.parse(payload).id, run),
  'archive.sweep': async () => {
    await dataExports.sweep()
  },
})

export const dataExportSchedule = { 'archive.sweep': '53 * * * *' }
