import { randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { eachPage } from '../../platform/paging.ts'
import { dialable } from '../../platform/phone.ts'
import { agreedAt } from '../entry-notice/domain.ts'
import type { Showing, Showings } from '../entry-notice/ports.ts'
import { partiesOf } from './domain.ts'
import type { BookingView, ComposedMessage, MessageTarget } from './messages.ts'
import { isReminder, planReminder, reminderFault, remindersAt } from './reminder-domain.ts'
import { composeReminder } from './reminder-messages.ts'
import * as rows from './reminder-repository.ts'

/** Showings that are looked at together. */
const BATCH = 100

/** Plans the reminders of confirmed showings; what is planned is sent, and checked once more, like every message. */
export function createReminderService(options: {
  db: Database
  clock: Clock
  /** Those of these phones (E.164) that want no texts. */
  listOptedOut: (db: Database, phones: string[]) => Promise<Set<string>>
  showings: Pick<Showings, 'list'>
  log: Logger
}) {
  const { db, clock, log } = options

  async function plan(
    row: rows.DueRow,
    showing: Showing,
    optedOut: Set<string>,
    now: Temporal.Instant,
  ): Promise<boolean> {
    // It was changed since its round was read: it is looked at again in a minute.
    if (showing.calendarSequence !== row.round) return false
    const { startsAt, timeZone } = showing
    const { due, nextAt } = remindersAt({ startsAt, agreedAt: agreedAt(showing), timeZone }, row.planned, now)
    const facts = { ...partiesOf(showing), optedOut }
    const notifications = due.flatMap((one) =>
      planReminder(one, facts).map((planned) => ({ id: randomUUIDv7(), event: one.event, ...planned })),
    )
    const events = due.map(({ event }) => event)
    return rows.planReminders(db, row, { nextAt: nextAt?.toString() ?? null, events, notifications }, now.toString())
  }

  return {
    /** The words of a reminder; null: it is none. */
    compose: (target: MessageTarget, view: BookingView): ComposedMessage | null =>
      isReminder(target.event) ? composeReminder(target, view) : null,

    /** Why a reminder is not sent at this moment after all; null: it is, or it is none. */
    fault: (row: Parameters<typeof reminderFault>[0], showing: Showing): string | null =>
      reminderFault(row, showing, clock.now()),

    /** Plans all that is due; any number of times, and in several processes at once. */
    async planDue(): Promise<{ planned: number; failed: number }> {
      const now = clock.now()
      const done = { planned: 0, failed: 0 }
      const find = (last: rows.DueRow | null) => rows.listDue(db, { now: now.toString(), after: last, limit: BATCH })
      for await (const due of eachPage(BATCH, find)) {
        const showings = new Map((await options.showings.list(due.map(({ id }) => id))).map((one) => [one.id, one]))
        const optedOut = await options.listOptedOut(db, [...showings.values()].flatMap(phonesOf))
        for (const row of due) {
          try {
            const showing = showings.get(row.id)
            if (showing && (await plan(row, showing, optedOut, now))) done.planned++
          } catch (error) {
            // It is looked at again in a minute; the others do not wait for it.
            done.failed++
            log.error({ err: error, bookingId: row.id }, 'the reminders of a showing could not be planned')
          }
        }
      }
      return done
    },
  }
}

export type ReminderService = ReturnType<typeof createReminderService>

const phonesOf = (showing: Showing): string[] => {
  const { agent, buyer, resident } = partiesOf(showing)
  return [agent, buyer, resident].flatMap(({ phone }) => (phone && dialable(phone)) ?? [])
}
