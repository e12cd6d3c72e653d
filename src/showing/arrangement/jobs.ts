import type { JobHandler } from '../../platform/jobs.ts'
import type { ProposalService } from '../booking/proposal-service.ts'

/** Job names never change, because queue rows hold them. */
export const arrangementJobs = (proposals: ProposalService): Record<string, JobHandler> => ({
  /** Keeps the old time where nobody answered. */
  'arrangement.close-unanswered': async () => {
    await proposals.closeUnanswered()
  },
})

export const arrangementSchedule = { 'arrangement.close-unanswered': '* * * * *' }
