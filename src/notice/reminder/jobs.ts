import type { JobHandler } from '../../platform/jobs.ts'
import type { ReminderService } from './service.ts'

/** Each minute: what is due. */
export const reminderJobs = (reminders: ReminderService): Record<string, JobHandler> => ({
  'reminder.sweep': async () => {
    const { failed } = await reminders.planDue()
    if (failed > 0) throw new Error(`the reminders of ${failed} showings could not be planned`)
  },
})

export const reminderSchedule = { 'reminder.sweep': '* * * * *' }
