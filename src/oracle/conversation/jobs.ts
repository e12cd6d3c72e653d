import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { AnswerService } from './answer-service.ts'
import type { ConversationService } from './service.ts'

const Payload = z.object({ id: z.string() })

type Services = { answers: AnswerService; conversations: ConversationService }

export const conversationJobs = ({ answers, conversations }: Services): Record<string, JobHandler> => ({
  'answer.take-over': async (payload) => answers.takeOver(Payload.parse(payload).id),
  'conversation.sweep': async () => conversations.sweep(),
})

/** Graphile Worker's crontab pattern. */
export const conversationSchedule = { 'conversation.sweep': '*/10 * * * *' }
