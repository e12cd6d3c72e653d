import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import type { MailUpdate, Showing } from '../../notice/area.ts'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { bookingStatusName } from '../../notice/entry-notice/domain.ts'
import { language } from '../../platform/language.ts'
import { formatRange } from '../../platform/local-time.ts'
import { firstNameAndInitial } from '../../platform/person-name.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { fullAddress, HOME_ZONE } from '../../property/property/domain.ts'
import * as t from '../text/calendar-file.ts'
import {
  type CalendarEvent,
  calendarLinks,
  calendarStatus,
  exportedStatus,
  vtimezone,
  withoutNumbers,
} from './domain.ts'

const PRODUCT = { company: 'ShowingBooker', product: 'Showings', language: 'EN' }

const ALARM_SECONDS_BEFORE = 15 * 60

const STATUS = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
}

/**
 * Writes events as an iCalendar file for a download or a feed (RFC 5545, METHOD:PUBLISH), with local times and their
 * VTIMEZONE, a stable UID, and a reminder 15 minutes before each. The same events always give the same bytes.
 */
export function icsFile(...events: CalendarEvent[]): string {
  const calendar = newCalendar(ICalCalendarMethod.PUBLISH, events)
  for (const event of events) calendar.createEvent({ ...eventData(event), alarms: alarmsOf(event) })
  return `${calendar.toString()}\r\n`
}

/**
 * Writes an invitation or its cancellation for the calendar of a mailbox (RFC 5546 sections 3.2.2 and 3.2.5). It
 * names no other attendee and asks for no answer. A cancellation has no reminder.
 */
function icsUpdate(event: CalendarEvent, { method, organizer, attendee, stamp }: MailUpdate): string {
  const calendar = newCalendar(ICalCalendarMethod[method], [event])
  calendar.createEvent({
    ...eventData(event),
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    stamp,
    lastModified: stamp,
    organizer,
    attendees: [
      {
        email: attendee.email,
        rsvp: false,
        role: attendee.isOptional ? ICalAttendeeRole.OPT : ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
        type: ICalAttendeeType.INDIVIDUAL,
      },
    ],
    alarms: method === 'CANCEL' ? [] : alarmsOf(event),
  })
  return `${calendar.toString()}\r\n`
}

function newCalendar(method: ICalCalendarMethod, events: CalendarEvent[]) {
  const firstYear = Math.min(...events.map((event) => event.startsAt.toZonedDateTimeISO(event.timeZone).year))
  return ical({
    prodId: PRODUCT,
    method,
    // The calendar itself has no zone, because DTSTAMP would use it and must be UTC (RFC 5545 section 3.8.7.2).
    timezone: { name: null, generator: (timeZone) => vtimezone(timeZone, firstYear) },
  })
}

function eventData(event: CalendarEvent): ICalEventData {
  const start = event.startsAt.toZonedDateTimeISO(event.timeZone)
  const end = event.endsAt.toZonedDateTimeISO(event.timeZone)
  return {
    id: `${event.id}@showingbooker`,
    sequence: event.sequence,
    status: STATUS[event.status],
    stamp: event.changedAt,
    lastModified: event.changedAt,
    start,
    end,
    // `null` writes UTC, for when a local time would mean another instant.
    timezone: isNamedLocally(start) && isNamedLocally(end) ? event.timeZone : null,
    summary: event.title,
    description: event.description,
    location: event.location,
  }
}

/**
 * Checks whether the local time means this instant. In a repeated hour, it means the first one (RFC 5545 section
 * 3.3.5).
 */
const isNamedLocally = (at: Temporal.ZonedDateTime) =>
  at.toPlainDateTime().toZonedDateTime(at.timeZoneId, { disambiguation: 'earlier' }).equals(at)

/** Returns the event's reminder. A canceled event has none. */
const alarmsOf = (event: CalendarEvent) =>
  event.status === 'cancelled'
    ? []
    : [{ type: ICalAlarmType.display as const, trigger: ALARM_SECONDS_BEFORE, description: event.title }]

/** What a calendar needs to know about a showing. */
export type CalendarShowing = Pick<
  Showing,
  | 'id'
  | 'status'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'address'
  | 'confirmationNumber'
  | 'calendarSequence'
  | 'bookedAt'
  | 'createdAt'
  | 'isDemo'
>

/** What the agent's own calendar needs in addition. */
export type AgentShowing = CalendarShowing & {
  buyer: { name: string }
  updatedAt: Temporal.Instant
  /** Name of the other person who shows the property, or `null` if the agent does. */
  shownBy: string | null
}

/** Minutes per event: 60 in the dashboard's exports, 30 in the feed (booking.md section 9, decisions.md section 11). */
const LASTS = { export: 60, feed: 30 } as const

/** Builds links to the pages of Google and Outlook that add the showing. */
const links = (showing: CalendarShowing) => calendarLinks(eventOf(showing))

/** Writes the showing as an .ics file. */
const file = (showing: CalendarShowing) => icsFile(eventOf(showing))

/**
 * Writes the showing for the calendar of a mailbox. Every mailbox gets the same text. It has only what its least
 * trusted reader may know: the buyer's first name and an initial.
 */
function update(showing: CalendarShowing & Pick<Showing, 'buyer' | 'movedFrom'>, update: MailUpdate): string {
  const event = eventOf(showing)
  // While a move waits for approval, we cancel the old time.
  const isOfOldTime = update.method === 'CANCEL' && showing.status === 'pending'
  const startsAt = (isOfOldTime && showing.movedFrom) || event.startsAt
  const endsAt = startsAt.add(event.startsAt.until(event.endsAt))
  const buyer = firstNameAndInitial(showing.buyer.name).replace(/\.$/, '')
  const description = `${aboutShowing({ ...showing, startsAt, endsAt })} ${t.buyer({ buyer })}`
  return icsUpdate({ ...event, startsAt, endsAt, description }, update)
}

/**
 * Streams an agent's showings as one file, with each zone before its first event.
 * @param batches earliest start first, so that a zone's rules are valid from its first event
 * @param reader language of the file, or `null` for our first language
 */
async function* stream(
  batches: AsyncIterable<AgentShowing[]>,
  kind: keyof typeof LASTS,
  reader: string | null = language(),
): AsyncGenerator<string> {
  const known = new Set<string>()
  const zoneOf = (timeZone: string, year: number) => {
    if (known.has(timeZone)) return ''
    known.add(timeZone)
    return `${vtimezone(timeZone, year).replaceAll('\n', '\r\n')}\r\n`
  }
  yield inLanguage(reader, () => emptyCalendar(kind)).slice(0, -END.length)
  for await (const batch of batches) {
    const events = inLanguage(reader, () => batch.map((showing) => agentEvent(showing, kind)))
    const zones = events.map(({ timeZone, startsAt }) => zoneOf(timeZone, startsAt.toZonedDateTimeISO(timeZone).year))
    yield zones.join('') + eventsOf(events)
  }
  // A calendar needs at least one component (RFC 5545 section 3.6).
  if (known.size === 0) yield zoneOf(HOME_ZONE, 2007)
  yield `${END}\r\n`
}

/** Adds showings to calendars with links, a file, an email, or a stream. */
export const calendar = { links, file, update, stream }

const END = 'END:VCALENDAR'

const emptyCalendar = (kind: keyof typeof LASTS) =>
  ical({
    prodId: PRODUCT,
    method: ICalCalendarMethod.PUBLISH,
    name: t.calendarName(),
    ...(kind === 'feed' && { ttl: 60 * 60 }),
  }).toString()

function eventsOf(events: CalendarEvent[]): string {
  if (events.length === 0) return ''
  const file = icsFile(...events)
  return file.slice(file.indexOf('BEGIN:VEVENT'), file.lastIndexOf(END))
}

function eventOf(showing: CalendarShowing): CalendarEvent {
  const { startsAt, endsAt } = showing
  const address = fullAddress(showing.address)
  return {
    id: showing.id,
    sequence: showing.calendarSequence,
    status: calendarStatus(showing.status),
    startsAt,
    endsAt,
    timeZone: showing.timeZone,
    title: showing.isDemo ? t.demoTitle({ address }) : t.title({ address }),
    description: aboutShowing(showing),
    location: address,
    changedAt: showing.bookedAt ?? showing.createdAt,
  }
}

function aboutShowing(
  showing: Pick<CalendarShowing, 'confirmationNumber' | 'timeZone' | 'startsAt' | 'endsAt'>,
): string {
  const { startsAt, endsAt, timeZone, confirmationNumber: number } = showing
  const about = t.about({ range: formatRange(startsAt, endsAt, timeZone) })
  return number ? `${about} ${t.confirmation({ number })}` : about
}

function agentEvent(showing: AgentShowing, kind: keyof typeof LASTS): CalendarEvent {
  const event = eventOf(showing)
  const status = showing.status as BookingStatus
  const buyer = withoutNumbers(showing.buyer.name)
  const shownBy = showing.shownBy && withoutNumbers(showing.shownBy)
  return {
    ...event,
    status: kind === 'export' ? exportedStatus(status) : event.status,
    endsAt: event.startsAt.add({ minutes: LASTS[kind] }),
    title: showing.isDemo ? t.demoShowing({ address: event.location }) : event.title,
    description: [
      event.description,
      t.status({ status: bookingStatusName(status) }),
      buyer && t.buyer({ buyer }),
      shownBy && t.shownBy({ name: shownBy }),
    ]
      .filter(Boolean)
      .join(' '),
    changedAt: showing.updatedAt,
  }
}
