import type { JobHandler } from '../../platform/jobs.ts'
import type { PropertyService } from './service.ts'

/** Deletes unused uploads every hour. */
export const propertyJobs = (properties: PropertyService): Record<string, JobHandler> => ({
  'property.sweep-photos': async () => {
    await properties.sweepPhotos()
  },
})

export const propertySchedule = { 'property.sweep-photos': '41 * * * *' }
