import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { AnswerService } from './service.ts'

const Payload = z.object({ id: z.string() })

export const answerJobs = (answers: AnswerService): Record<string, JobHandler> => ({
  'answer.take-over': async (payload) => answers.takeOver(Payload.parse(payload).id),
})
