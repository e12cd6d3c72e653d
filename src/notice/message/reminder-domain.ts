import { dialable, phoneKey } from '../../platform/phone.ts'
import type { Contact } from '../entry-notice/ports.ts'
import { isReminder, type NotificationFacts, type PlannedNotification, type ReminderEvent } from './domain.ts'
import { reasonOutdated } from './outdated-domain.ts'
import { isQuiet, QUIET_UNTIL_HOUR, quietEnd } from './quiet-domain.ts'

/** Who gets reminders of a confirmed showing, when, and when we do not send one (docs/decisions/0022-reminders.md). */

/** The latest local time at which we plan something that rings. It leaves half an hour to send it. */
const LATEST = Temporal.PlainTime.from('19:30')
const EARLIEST = Temporal.PlainTime.from({ hour: QUIET_UNTIL_HOUR })
/** People who learned of the showing within this time before a reminder do not need it. */
const FRESH = { hours: 2 }

/** We remind the agent this long before the deadline of a notice, which is enough time to drive there. */
const NOTICE_AHEAD = { hours: 4 }

/**
 * A confirmed showing. `agreedAt`: when people learned of this start; `noticeBy`: the deadline of a notice that is due.
 */
export type Remindable = {
  startsAt: Temporal.Instant
  agreedAt: Temporal.Instant
  timeZone: string
  noticeBy?: Temporal.Instant | null
}

/** Returns when to remind the agent of a notice. If that is too early or late to ring, it is the last 7:30 PM before. */
export function noticeReminderAt(noticeBy: Temporal.Instant, timeZone: string): Temporal.Instant {
  const at = noticeBy.subtract(NOTICE_AHEAD)
  const local = at.toZonedDateTimeISO(timeZone)
  const time = local.toPlainTime()
  const isEarly = Temporal.PlainTime.compare(time, EARLIEST) < 0
  if (!isEarly && Temporal.PlainTime.compare(time, LATEST) <= 0) return at
  const date = local.toPlainDate().subtract({ days: isEarly ? 1 : 0 })
  return date.toZonedDateTime({ timeZone, plainTime: LATEST }).toInstant()
}

/** `at`: the planned time. After `until`, the reminder no longer helps anyone. */
export type Reminder = { event: ReminderEvent; at: Temporal.Instant; until: Temporal.Instant }

/**
 * Returns the reminders of a showing. The first comes at the same local time on the day before, but within the hours in
 * which a phone may ring. The other comes an hour before the start. People who learned of the start shortly before a
 * reminder do not get it. If a notice is due, the agent gets a reminder a few hours before its deadline.
 */
export function remindersOf({ startsAt, agreedAt, timeZone, noticeBy }: Remindable): Reminder[] {
  const local = startsAt.toZonedDateTimeISO(timeZone)
  const plainTime = clamped(local.toPlainTime())
  const dayBefore = local.toPlainDate().subtract({ days: 1 }).toZonedDateTime({ timeZone, plainTime }).toInstant()
  const reminders: Reminder[] = [
    ...(noticeBy
      ? [{ event: 'reminder_notice' as const, at: noticeReminderAt(noticeBy, timeZone), until: noticeBy }]
      : []),
    { event: 'reminder_day', at: dayBefore, until: startsAt.subtract({ hours: 3 }) },
    { event: 'reminder_hour', at: startsAt.subtract({ hours: 1 }), until: startsAt.subtract({ minutes: 15 }) },
  ]
  return reminders.filter(({ at }) => Temporal.Instant.compare(agreedAt.add(FRESH), at) <= 0)
}

/** `rings`: we may send texts. Otherwise the reminder goes only by email. */
export type Due = { event: ReminderEvent; rings: boolean }

/**
 * Returns which reminders of a showing are due now and when to look again; null if none is left. A reminder that could
 * not be sent on time stays due as long as it helps. One that would ring in the quiet hours waits for their end if it
 * still helps then, and goes only by email otherwise.
 * @param planned the reminders that we already planned for this start
 */
export function remindersAt(
  showing: Remindable,
  planned: readonly ReminderEvent[],
  now: Temporal.Instant,
): { due: Due[]; nextAt: Temporal.Instant | null } {
  const due: Due[] = []
  const later: Temporal.Instant[] = []
  for (const { event, at, until } of remindersOf(showing)) {
    if (planned.includes(event) || !isBefore(now, until)) continue
    if (isBefore(now, at)) {
      later.push(at)
      continue
    }
    const rings = !isQuiet(now, showing.timeZone)
    const end = rings ? now : quietEnd(now, showing.timeZone)
    if (!rings && isBefore(end, until)) later.push(end)
    else due.push({ event, rings })
  }
  return { due, nextAt: later.sort(Temporal.Instant.compare)[0] ?? null }
}

/**
 * Plans who gets a reminder, and how. The day before, buyer and agent get a text and an email. The resident gets a text
 * if they agreed to texts, or else an email. An hour before, buyer and agent get a text, or an email if no text reaches
 * them. Only the agent gets a reminder of a due notice, by text and email.
 * @param facts `optedOut`: the phones (E.164) that opted out
 */
export function planReminder(
  { event, rings }: Due,
  facts: Omit<NotificationFacts, 'event' | 'status'> & { optedOut: ReadonlySet<string> },
): PlannedNotification[] {
  const { agent, buyer, resident, buyerAgentEmail } = facts
  const isDay = event === 'reminder_day'
  const isOfNotice = event === 'reminder_notice'
  const planned: PlannedNotification[] = []
  const numberOf = ({ phone }: Contact) => {
    const number = rings && phone ? dialable(phone) : null
    return number && !facts.optedOut.has(number) ? phone : null
  }
  const add = (row: Pick<PlannedNotification, 'channel' | 'role' | 'recipient'>, cc: string[] = []) =>
    planned.push({ ...row, cc, status: 'queued', reason: null })
  const remind = (role: PlannedNotification['role'], person: Contact, by: { both: boolean; cc?: string | null }) => {
    const number = numberOf(person)
    const email = person.email?.trim() || null
    const cc = by.cc?.trim() || null
    if (number) add({ channel: 'sms', role, recipient: number })
    if (email && (by.both || !number))
      add({ channel: 'email', role, recipient: email }, cc && !isSame(cc, email) ? [cc] : [])
  }
  remind('listing_agent', agent, { both: isDay || isOfNotice })
  if (isOfNotice) return planned
  remind('buyer', buyer, { both: isDay, cc: buyerAgentEmail })
  if (isDay && facts.occupancy !== 'vacant' && !isOne(agent, resident)) {
    remind('resident', resident.textConsent ? resident : { ...resident, phone: null }, { both: false })
  }
  return planned
}

export const TOO_LATE = 'It was too late for a reminder'
export const NOTICE_DONE = 'The notice was served, or it was too late to serve it'
export const NOT_CONFIRMED = 'The showing was no longer confirmed'
export const QUIET = 'It would have arrived between 8 PM and 8 AM, local to the property'

/**
 * Returns why we do not send a planned reminder, request for feedback, or news of a late agent after all; null if we
 * send it. The sender itself checks whether the number opted out and the resident agreed to texts.
 * @param row `round`: the start for which we planned the message
 * @param isNoticeDue whether the notice can still be served in time and has not been served
 */
export function reasonNotSentNow(
  row: Pick<PlannedNotification, 'channel' | 'role'> & { event: string; round: number },
  showing: {
    status: string
    startsAt: Temporal.Instant
    endsAt: Temporal.Instant
    calendarSequence: number
    timeZone: string
  },
  now: Temporal.Instant,
  isNoticeDue: boolean,
): string | null {
  if (row.event === 'feedback_asked') return row.channel === 'sms' && isQuiet(now, showing.timeZone) ? QUIET : null
  const isLate = row.event === 'running_late'
  if (!isReminder(row.event) && !isLate) return null
  const outdated = reasonOutdated(row, showing)
  if (outdated) return outdated
  if (showing.status !== 'confirmed') return NOT_CONFIRMED
  if (row.event === 'reminder_notice' && !isNoticeDue) return NOTICE_DONE
  // In the last hour, the second reminder replaces the first. A buyer may wait for a late agent until the showing's
  // end.
  const limit = isLate
    ? showing.endsAt
    : row.event === 'reminder_day'
      ? showing.startsAt.subtract({ hours: 1 })
      : showing.startsAt
  if (!isBefore(now, limit)) return TOO_LATE
  return row.channel === 'sms' && isQuiet(now, showing.timeZone) ? QUIET : null
}

const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) < 0

function clamped(time: Temporal.PlainTime): Temporal.PlainTime {
  if (Temporal.PlainTime.compare(time, EARLIEST) < 0) return EARLIEST
  return Temporal.PlainTime.compare(time, LATEST) > 0 ? LATEST : time
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Owners who show their own property get the agent's reminders. */
const isOne = (one: Contact, other: Contact) =>
  (one.email && other.email ? isSame(one.email, other.email) : false) ||
  (one.phone && other.phone ? phoneKey(one.phone) === phoneKey(other.phone) : false)
