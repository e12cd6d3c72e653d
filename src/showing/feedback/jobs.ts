import type { JobHandler } from '../../platform/jobs.ts'
import type { FeedbackService } from './service.ts'

export const feedbackJobs = (feedback: FeedbackService): Record<string, JobHandler> => ({
  'feedback.ask': async () => void (await feedback.askDue()),
})

export const feedbackSchedule = { 'feedback.ask': '*/5 * * * *' }
