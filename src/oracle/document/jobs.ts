import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import { DocumentType } from './contract.ts'
import type { ReadingService } from './reading-service.ts'

const Uploaded = z.object({ id: z.uuid() })
const Gone = z.object({ id: z.uuid(), type: DocumentType })

/** Jobs that read and index uploads, delete the files of deleted documents, and restart lost readings. */
export const documentJobs = (readings: ReadingService): Record<string, JobHandler> => ({
  'document.read': async (payload, run) => readings.read(Uploaded.parse(payload).id, run),
  'document.index': async (payload) => readings.index(Uploaded.parse(payload).id),
  'document.clear': async (payload) => readings.clear(Gone.parse(payload)),
  'document.sweep': async () => readings.sweep(),
})

export const documentSchedule = { 'document.sweep': '*/10 * * * *' }
