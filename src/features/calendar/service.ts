import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { formatRange } from '../../platform/local-time.ts'
import { fullAddress } from '../property/domain.ts'
import { type CalendarEvent, calendarLinks, vtimezone } from './domain.ts'

const ALARM_SECONDS_BEFORE = 15 * 60

const STATUS = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
}

/**
 * Events as an iCalendar file for a download or a feed (RFC 5545, METHOD:PUBLISH): local times with their VTIMEZONE,
 * a stable UID, a reminder 15 minutes ahead. The same events give the same bytes.
 */
export function icsFile(...events: CalendarEvent[]): string {
  const firstYear = Math.min(...events.map((event) => event.startsAt.toZonedDateTimeISO(event.timeZone).year))
  const calendar = ical({
    prodId: { company: 'ShowingBooker', product: 'Showings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // No zone of the calendar itself: DTSTAMP would be written in it, and has to be UTC (RFC 5545 section 3.8.7.2).
    timezone: { name: null, generator: (timeZone) => vtimezone(timeZone, firstYear) },
  })
  for (const event of events) {
    calendar.createEvent({
      id: `${event.id}@showingbooker`,
      sequence: event.sequence,
      status: STATUS[event.status],
      stamp: event.changedAt,
      lastModified: event.changedAt,
      start: event.startsAt.toZonedDateTimeISO(event.timeZone),
      end: event.endsAt.toZonedDateTimeISO(event.timeZone),
      timezone: event.timeZone,
      summary: event.title,
      description: event.description,
      location: event.location,
      alarms: [{ type: ICalAlarmType.display, trigger: ALARM_SECONDS_BEFORE, description: event.title }],
    })
  }
  return `${calendar.toString()}\r\n`
}

/** What a calendar needs of a showing. */
export type CalendarShowing = {
  id: string
  status: string
  starts_at: Date
  ends_at: Date
  time_zone: string
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
  confirmation_number: string | null
  calendar_sequence: number
  booked_at: Date | null
  created_at: Date
}

export function createCalendar() {
  return {
    /** Pages of Google and Outlook that add the showing. */
    links: (showing: CalendarShowing) => calendarLinks(eventOf(showing)),
    /** The showing as an .ics file. */
    file: (showing: CalendarShowing) => icsFile(eventOf(showing)),
  }
}

export type Calendar = ReturnType<typeof createCalendar>

function eventOf(showing: CalendarShowing): CalendarEvent {
  const startsAt = instantOf(showing.starts_at)
  const endsAt = instantOf(showing.ends_at)
  const address = fullAddress(showing)
  const number = showing.confirmation_number ? ` Confirmation number ${showing.confirmation_number}.` : ''
  return {
    id: showing.id,
    sequence: showing.calendar_sequence,
    status: statusOf(showing.status),
    startsAt,
    endsAt,
    timeZone: showing.time_zone,
    title: `Showing: ${address}`,
    description: `Private showing, ${formatRange(startsAt, endsAt, showing.time_zone)}, booked through ShowingBooker.${number}`,
    location: address,
    changedAt: instantOf(showing.booked_at ?? showing.created_at),
  }
}

function statusOf(status: string): CalendarEvent['status'] {
  if (status === 'cancelled' || status === 'declined') return 'cancelled'
  return status === 'confirmed' || status === 'completed' || status === 'no_show' ? 'confirmed' : 'tentative'
}

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())
