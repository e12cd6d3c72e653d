import { randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { eachPage } from '../../platform/paging.ts'
import { dialable } from '../../platform/phone.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { agreedAt } from '../entry-notice/domain.ts'
import type { Showing, Showings } from '../entry-notice/ports.ts'
import { type Topic, topicOf } from '../preference/domain.ts'
import { partiesOf } from './domain.ts'
import { planReminder, remindersAt } from './reminder-domain.ts'
import { type DueRow, listDue, planReminders } from './reminder-repository.ts'

/** We read this many showings at a time. */
const BATCH = 100

type ReminderDeps = {
  db: Database
  clock: Clock
  /** Returns which of these phones (E.164) opted out. */
  listOptedOut: (db: Database, phones: string[]) => Promise<Set<string>>
  /** Returns which of these accounts want a topic by email and not by text. */
  listEmailOnly: (db: Database, accountIds: string[], topic: Topic) => Promise<Set<string>>
  showings: Pick<Showings, 'list' | 'listNoticesDue'>
  log: Logger
}

/** Plans the reminders of confirmed showings. The sender checks each one again. */
export const createReminderService = (deps: ReminderDeps) => withDeps(deps, { planDue })

export type ReminderService = ReturnType<typeof createReminderService>

/** Plans every due reminder. It may run any number of times, even in several processes at once. */
async function planDue(deps: ReminderDeps): Promise<{ planned: number; failed: number }> {
  const { clock, db, log } = deps
  const now = clock.now()
  const done = { planned: 0, failed: 0 }
  const find = (last: DueRow | null) => listDue(db, { now: now.toString(), after: last, limit: BATCH })
  for await (const due of eachPage(BATCH, find)) {
    const ids = due.map(({ id }) => id)
    const showings = new Map((await deps.showings.list(ids)).map((one) => [one.id, one]))
    const noticesDue = await deps.showings.listNoticesDue(ids, now)
    const optedOut = await deps.listOptedOut(db, [...showings.values()].flatMap(phonesOf))
    const owners = [...new Set([...showings.values()].map(({ ownerId }) => ownerId))]
    const emailOnly = await deps.listEmailOnly(db, owners, 'reminder')
    for (const row of due) {
      try {
        const showing = showings.get(row.id)
        const noticeBy = noticesDue.get(row.id) ?? null
        const known = { optedOut, noticeBy, isEmailOnly: showing !== undefined && emailOnly.has(showing.ownerId) }
        if (showing && (await plan(deps, row, showing, known, now))) done.planned++
      } catch (error) {
        // We look at it again in a minute. The others do not wait for it.
        done.failed++
        log.error({ err: error, bookingId: row.id }, 'the reminders of a showing could not be planned')
      }
    }
  }
  return done
}

/** `isEmailOnly`: the agent wants reminders by email and not by text. */
type Known = { optedOut: Set<string>; noticeBy: Temporal.Instant | null; isEmailOnly: boolean }

async function plan(
  { db }: ReminderDeps,
  row: DueRow,
  showing: Showing,
  { optedOut, noticeBy, isEmailOnly }: Known,
  now: Temporal.Instant,
): Promise<boolean> {
  // The showing changed after we read its round, so we look at it again in a minute.
  if (showing.calendarSequence !== row.round) return false
  const { startsAt, timeZone } = showing
  const { due, nextAt } = remindersAt({ startsAt, agreedAt: agreedAt(showing), timeZone, noticeBy }, row.planned, now)
  const parties = partiesOf(showing)
  const factsOf = (event: string) => {
    // An hour before, an agent without a phone gets an email instead of the text.
    const isTextOff = isEmailOnly && topicOf(event, showing.status) === 'reminder'
    return { ...parties, agent: isTextOff ? { ...parties.agent, phone: null } : parties.agent, optedOut }
  }
  const notifications = due.flatMap((one) =>
    planReminder(one, factsOf(one.event)).map((planned) => ({ id: randomUUIDv7(), event: one.event, ...planned })),
  )
  const events = due.map(({ event }) => event)
  return planReminders(db, row, { nextAt: nextAt?.toString() ?? null, events, notifications }, now.toString())
}

const phonesOf = (showing: Showing): string[] => {
  const { agent, buyer, resident } = partiesOf(showing)
  return [agent, buyer, resident].flatMap(({ phone }) => (phone && dialable(phone)) ?? [])
}
