import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { LinkTextService } from './service.ts'

const Sending = z.object({ id: z.uuid() })

export const linkTextJobs = (linkTexts: LinkTextService): Record<string, JobHandler> => ({
  'link-text.send': (payload, { isLastAttempt }) => linkTexts.send(Sending.parse(payload).id, isLastAttempt),
  'link-text.forget': () => linkTexts.forget(),
})

export const linkTextSchedule = { 'link-text.forget': '17 * * * *' }
