import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { LetterRecallService } from './service.ts'

const Stale = z.object({ bookingId: z.uuid() })

/** At once after a move or a cancellation; each minute what could not be done then. */
export const letterRecallJobs = (letters: LetterRecallService): Record<string, JobHandler> => ({
  'letter.take-back': async (payload) => void (await letters.takeBack(Stale.parse(payload).bookingId)),
  'letter.sweep': async () => void (await letters.takeBackLeft()),
})

export const letterRecallSchedule = { 'letter.sweep': '* * * * *' }
