import type { JobHandler } from '../../platform/jobs.ts'
import type { ProposalService } from '../booking/proposal-service.ts'

/** Job names never change, because queue rows hold them. */
export const arrangementJobs = (proposals: ProposalService): Record<string, JobHandler> => ({
  /** Keeps the old time of each showing whose visitor did not answer in time. */
  'arrangement.close-unanswered': async () => {
    await proposals.closeUnanswered()
  },
})

export const arrangementSchedule = { 'arrangement.close-unanswered': '* * * * *' }
