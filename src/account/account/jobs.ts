import type { JobHandler } from '../../platform/jobs.ts'
import type { AccountService } from './service.ts'

export const accountJobs = (accounts: AccountService): Record<string, JobHandler> => ({
  'session.forget': () => accounts.forgetSessions(),
})

export const accountSchedule = { 'session.forget': '33 * * * *' }
