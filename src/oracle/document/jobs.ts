import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import { DocumentType } from './contract.ts'
import type { DocumentService } from './service.ts'

const Uploaded = z.object({ id: z.uuid() })
const Gone = z.object({ id: z.uuid(), type: DocumentType })

/** What was uploaded is read and put into the index; files of what was deleted go; lost readings begin again. */
export const documentJobs = (documents: DocumentService): Record<string, JobHandler> => ({
  'document.read': async (payload, run) => documents.read(Uploaded.parse(payload).id, run),
  'document.index': async (payload) => documents.index(Uploaded.parse(payload).id),
  'document.clear': async (payload) => {
    const { id, type } = Gone.parse(payload)
    await documents.clear(id, type)
  },
  'document.sweep': async () => documents.sweep(),
})

export const documentSchedule = { 'document.sweep': '*/10 * * * *' }
