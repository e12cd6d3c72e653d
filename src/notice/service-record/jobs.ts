import type { JobHandler } from '../../platform/jobs.ts'
import type { ServiceRecordService } from './service.ts'

/** Each hour: photos that no record of a service names are deleted. */
export const serviceRecordJobs = (serviceRecords: ServiceRecordService): Record<string, JobHandler> => ({
  'proof.sweep-photos': async () => {
    await serviceRecords.sweepPhotos()
  },
})

export const serviceRecordSchedule = { 'proof.sweep-photos': '47 * * * *' }
