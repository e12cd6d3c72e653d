import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { EmailChangeService } from './service.ts'

const LinkMail = z.object({
  id: z.uuid(),
  changeId: z.uuid(),
  email: z.string(),
  at: z.string(),
  language: z.string(),
})

export const emailChangeJobs = (emailChanges: EmailChangeService): Record<string, JobHandler> => ({
  'email-change.mail': async (payload) => emailChanges.sendLink(LinkMail.parse(payload)),
  'email-change.forget': () => emailChanges.forget(),
})

export const emailChangeSchedule = { 'email-change.forget': '35 * * * *' }
