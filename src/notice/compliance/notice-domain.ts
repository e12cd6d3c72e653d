import type { BookingStatus, NoticeStatus } from '../entry-notice/contract.ts'
import { assessNotice, type ServiceMethod } from '../entry-notice/domain.ts'
import { firstNotices, type NoticeEvent } from '../entry-notice/first-notice-domain.ts'
import { noticeStatusOf } from '../entry-notice/status-domain.ts'
import { isAnnouncement } from '../message/domain.ts'
import type { LogEntry, LogEvent } from './contract.ts'

type Logged = Pick<LogEntry, 'status' | 'occupancy' | 'startsAt' | 'timeZone' | 'property' | 'events'>

/** Returns the notice status of a logged showing, from its events alone. */
export function loggedNoticeStatus(log: Logged, now: Temporal.Instant): NoticeStatus | null {
  const startsAt = Temporal.Instant.from(log.startsAt)
  const { state } = log.property
  const { mailedAt } = firstNotices(log.events.flatMap(residentNotices), movedAt(log.events))
  const services = currentServices(log.events, startsAt)
  if (mailedAt) services.push({ method: 'mailed', servedAt: Temporal.Instant.from(mailedAt) })
  const { isServed } = assessNotice({
    state,
    occupancy: log.occupancy,
    startsAt,
    endsAt: startsAt,
    timeZone: log.timeZone,
    offer: 'unknown',
    saleNoticeAt: null,
    consentHours: null,
    services,
    courtesyAt: null,
  })
  const facts = { state, occupancy: log.occupancy, startsAt, timeZone: log.timeZone }
  return noticeStatusOf(
    { ...facts, status: log.status as BookingStatus, isServed, hasService: services.length > 0 },
    now,
  )
}

/** Lists the log's services without the withdrawn ones. */
export function servicesOnRecord(events: LogEvent[]): LogEvent[] {
  const withdrawn = new Set(
    events.filter(({ event }) => event === 'service_withdrawn').map(({ payload }) => payload.serviceId),
  )
  return events.filter(({ event, payload }) => event === 'served' && !withdrawn.has(payload.serviceId))
}

/** Lists the log's services for this start. */
function currentServices(events: LogEvent[], startsAt: Temporal.Instant) {
  return servicesOnRecord(events)
    .filter(({ payload }) => Temporal.Instant.from(String(payload.startsAt)).equals(startsAt))
    .map(({ payload }) => ({
      method: payload.method as ServiceMethod,
      servedAt: Temporal.Instant.from(String(payload.servedAt)),
    }))
}

/** Returns when a move last renewed the notice. Earlier messages name another time. */
export const movedAt = (events: Pick<LogEvent, 'event' | 'at'>[]): string | null =>
  events.some(({ event }) => event === 'moved')
    ? (events.findLast(({ event }) => event === 'moved' || event === 'approved')?.at ?? null)
    : null

type LoggedMessage = Partial<
  Record<'event' | 'channel' | 'role' | 'status' | 'state' | 'sentAt' | 'reference' | 'vendorReference', string>
>

const isReport = (event: string) => event === 'delivery' || event === 'letter_cancelled' || event === 'letter_too_late'

/** Reads from an event the messages that notify the resident of the showing. */
function residentNotices({ event, at, payload }: LogEvent): NoticeEvent[] {
  if (event !== 'notified' && !isReport(event)) return []
  const messages = (event === 'notified' ? payload.messages : [payload]) as LoggedMessage[]
  return messages
    .filter((message) => message.role === 'resident' && isAnnouncement(message.event ?? ''))
    .map((message) => ({
      kind: event,
      event: message.event ?? '',
      channel: message.channel as NoticeEvent['channel'],
      role: 'resident',
      state: message.status ?? message.state ?? '',
      at: message.sentAt ?? at,
      reference: message.reference ?? null,
      vendorReference: (event === 'notified' ? message.vendorReference : message.reference) ?? null,
    }))
}
