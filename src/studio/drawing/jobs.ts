import type { JobHandler } from '../../platform/jobs.ts'
import type { DrawingService } from './service.ts'

/** Whatever waits is drawn, whoever the job was for: the order is the queue's own. */
export const drawingJobs = (drawings: DrawingService): Record<string, JobHandler> => ({
  'studio.draw': async () => drawings.work(),
  'studio.sweep': async () => drawings.sweep(),
  'studio.forget': async () => drawings.forget(),
})

export const drawingSchedule = { 'studio.sweep': '* * * * *', 'studio.forget': '41 * * * *' }
