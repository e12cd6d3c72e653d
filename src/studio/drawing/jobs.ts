import type { JobHandler } from '../../platform/jobs.ts'
import type { DrawingService } from './service.ts'

/** Each job draws the next waiting request, because requests have their own order. */
export const drawingJobs = (drawings: DrawingService): Record<string, JobHandler> => ({
  'studio.draw': async () => drawings.work(),
  'studio.sweep': async () => drawings.sweep(),
  'studio.forget': async () => drawings.forget(),
})

export const drawingSchedule = { 'studio.sweep': '* * * * *', 'studio.forget': '41 * * * *' }
