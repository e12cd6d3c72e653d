import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import type { LetterRecallService } from './letter-recall-service.ts'
import type { ReminderService } from './reminder-service.ts'
import type { MessageService } from './service.ts'

const Delivery = z.object({ bookingId: z.uuid(), attempt: z.int().min(1).default(1) })
const Recall = z.object({ bookingId: z.uuid() })

/** These names must not change, because rows in the queue use them. */
export const messageJobs = (services: {
  messaging: MessageService
  letters: LetterRecallService
  reminders: ReminderService
}): Record<string, JobHandler> => ({
  'notification.deliver': async (payload) => {
    const { bookingId, attempt } = Delivery.parse(payload)
    await services.messaging.deliver(bookingId, attempt)
  },
  'notification.finish-abandoned': () => services.messaging.finishAbandoned(),
  'message-webhook.forget': () => services.messaging.forgetWebhooks(),
  'letter.take-back': async (payload) => void (await services.letters.recallLetters(Recall.parse(payload).bookingId)),
  /** Retries letters that we could not recall at once. */
  'letter.sweep': async () => void (await services.letters.recallDue()),
  'reminder.sweep': async () => {
    const { failed } = await services.reminders.planDue()
    if (failed > 0) throw new Error(`the reminders of ${failed} showings could not be planned`)
  },
})

export const messageSchedule = {
  'notification.finish-abandoned': '* * * * *',
  'message-webhook.forget': '27 * * * *',
  'letter.sweep': '* * * * *',
  'reminder.sweep': '* * * * *',
}
