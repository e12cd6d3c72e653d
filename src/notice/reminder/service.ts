import { randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { eachPage } from '../../platform/paging.ts'
import { dialable } from '../../platform/phone.ts'
import type { ShowingRow } from '../notice/ports.ts'
import { partiesOf } from '../notification/domain.ts'
import type { BookingView, ComposedMessage, MessageTarget } from '../notification/messages.ts'
import { isReminder, planReminder, reminderFault, remindersAt } from './domain.ts'
import { composeReminder } from './messages.ts'
import * as rows from './repository.ts'

/** Showings that are looked at together. */
const BATCH = 100

/** Plans the reminders of confirmed showings; what is planned is sent, and checked once more, like every message. */
export function createReminderService(options: {
  db: Database
  clock: Clock
  /** Those of these phones (E.164) that want no texts. */
  listOptedOut: (db: Database, phones: string[]) => Promise<Set<string>>
  log: Logger
}) {
  const { db, clock, log } = options

  async function plan(row: rows.DueRow, optedOut: Set<string>, now: Temporal.Instant): Promise<boolean> {
    const { due, nextAt } = remindersAt(
      { startsAt: instantOf(row.starts_at), agreedAt: agreedAt(row), timeZone: row.time_zone },
      row.planned,
      now,
    )
    const facts = { ...partiesOf(row), optedOut }
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
    fault: (row: Parameters<typeof reminderFault>[0], showing: ShowingRow): string | null =>
      reminderFault(row, showing, clock.now()),

    /** Plans all that is due; any number of times, and in several processes at once. */
    async planDue(): Promise<{ planned: number; failed: number }> {
      const now = clock.now()
      const done = { planned: 0, failed: 0 }
      const find = (last: rows.DueRow | null) => rows.listDue(db, { now: now.toString(), after: last, limit: BATCH })
      for await (const due of eachPage(BATCH, find)) {
        const optedOut = await options.listOptedOut(db, due.flatMap(phonesOf))
        for (const row of due) {
          try {
            if (await plan(row, optedOut, now)) done.planned++
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

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())

const phonesOf = (row: rows.DueRow): string[] => {
  const { agent, buyer, resident } = partiesOf(row)
  return [agent, buyer, resident].flatMap(({ phone }) => (phone && dialable(phone)) ?? [])
}

/** When the people of a showing learned of its start: booked, and anew by approval or by a move. */
const agreedAt = (row: rows.DueRow) =>
  instantOf(new Date(Math.max(...[row.created_at, row.booked_at, row.noticed_at].map((at) => at?.getTime() ?? 0))))
