import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { ModerationService } from './service.ts'

const Mail = z.object({ id: z.uuid(), kind: z.enum(['removal', 'appeal']), subject: z.uuid() })

export const moderationJobs = (moderation: ModerationService): Record<string, JobHandler> => ({
  'moderation.forget-tries': () => moderation.forgetTries(),
  'moderation.mail': (payload) => moderation.sendMail(Mail.parse(payload)),
})

export const moderationSchedule = { 'moderation.forget-tries': '37 * * * *' }
