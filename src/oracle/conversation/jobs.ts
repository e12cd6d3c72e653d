import type { JobHandler } from '../../platform/jobs.ts'
import type { ConversationService } from './service.ts'

export const conversationJobs = (conversations: ConversationService): Record<string, JobHandler> => ({
  'conversation.sweep': async () => conversations.sweep(),
})

/** Graphile Worker's crontab pattern. */
export const conversationSchedule = { 'conversation.sweep': '*/10 * * * *' }
