import type { JobHandler } from '../../platform/jobs.ts'
import type { ProfileService } from './service.ts'

export const profileJobs = (profiles: ProfileService): Record<string, JobHandler> => ({
  'registration.forget': () => profiles.forget(),
})

export const profileSchedule = { 'registration.forget': '43 3 * * *' }
