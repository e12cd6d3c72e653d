import type { JobHandler } from '../../platform/jobs.ts'
import type { ImageService } from './service.ts'

/** Deletes the files of deleted images, and files that a crash left without an image. */
export const imageJobs = (images: ImageService): Record<string, JobHandler> => ({
  'image.sweep': async () => {
    await images.sweep()
  },
})

export const imageSchedule = { 'image.sweep': '*/10 * * * *' }
