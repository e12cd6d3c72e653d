import type { JobHandler } from '../../platform/jobs.ts'
import type { ShareService } from './service.ts'

export const shareJobs = (shares: ShareService): Record<string, JobHandler> => ({
  'share.forget-visitors': () => shares.forgetVisitors(),
})

export const shareSchedule = { 'share.forget-visitors': '7 * * * *' }
