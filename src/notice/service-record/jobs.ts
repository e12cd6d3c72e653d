import type { JobHandler } from '../../platform/jobs.ts'
import type { ServiceRecordService } from './service.ts'

/** Deletes photos that no service record names, every hour. */
export const serviceRecordJobs = (serviceRecords: ServiceRecordService): Record<string, JobHandler> => ({
  'proof.sweep-photos': async () => {
    await serviceRecords.sweepPhotos()
  },
})

export const serviceRecordSchedule = { 'proof.sweep-photos': '47 * * * *' }
