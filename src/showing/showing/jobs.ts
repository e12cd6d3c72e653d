import type { JobHandler } from '../../platform/jobs.ts'
import type { ShowingService } from './service.ts'

/** Every few minutes: what has ended and was not marked is completed. */
export const showingJobs = (showings: ShowingService): Record<string, JobHandler> => ({
  'showing.complete-ended': async () => {
    await showings.completeEnded()
  },
})

export const showingSchedule = { 'showing.complete-ended': '*/5 * * * *' }
