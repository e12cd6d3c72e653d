import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import type { DataExportService } from './service.ts'

/** `language` is the reader's. Requests queued by an older version have none. */
const Asked = z.object({ id: z.uuid(), language: z.string().optional() })

/** Makes requested archives. Each hour, deletes expired files and leftovers of crashes. */
export const dataExportJobs = (dataExports: DataExportService): Record<string, JobHandler> => ({
  'archive.make': async (payload, run) => {
    const { id, language } = Asked.parse(payload)
    await inLanguage(language, () => dataExports.make(id, run))
  },
  'archive.sweep': async () => {
    await dataExports.sweep()
  },
})

export const dataExportSchedule = { 'archive.sweep': '53 * * * *' }
