import type { JobHandler } from '../../platform/jobs.ts'
import type { ModerationService } from './service.ts'

export const moderationJobs = (moderation: ModerationService): Record<string, JobHandler> => ({
  'moderation.forget-tries': () => moderation.forgetTries(),
})

export const moderationSchedule = { 'moderation.forget-tries': '37 * * * *' }
