import { createHash, randomBytes } from 'node:crypto'
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
import type { BookingStatus } from '../../notice/notice/contract.ts'
import { STATUS_NAMES } from '../../notice/notice/domain.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { formatRange } from '../../platform/local-time.ts'
import { firstNameAndInitial } from '../../platform/person-name.ts'
import { fullAddress, HOME_ZONE } from '../../property/property/domain.ts'
import { isToken } from '../booking/domain.ts'
import type { ShowingService } from '../booking/showing-service.ts'
import type { CalendarFeed, CalendarWeeks } from './contract.ts'
import {
  type CalendarEvent,
  calendarGrid,
  calendarLinks,
  calendarStatus,
  exportedStatus,
  vtimezone,
  withoutNumbers,
} from './domain.ts'
import * as rows from './repository.ts'

const PRODUCT = { company: 'ShowingBooker', product: 'Showings', language: 'EN' }

const ALARM_SECONDS_BEFORE = 15 * 60

const STATUS = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
}

/**
 * Events as an iCalendar file for a download or a feed (RFC 5545, METHOD:PUBLISH): local times with their VTIMEZONE,
 * a stable UID, a reminder 15 minutes ahead of what takes place. The same events give the same bytes.
 */
export function icsFile(...events: CalendarEvent[]): string {
  const calendar = newCalendar(ICalCalendarMethod.PUBLISH, events)
  for (const event of events) calendar.createEvent({ ...eventData(event), alarms: alarmsOf(event) })
  return `${calendar.toString()}\r\n`
}

/**
 * An invitation, or its end, for the calendar behind a mailbox (RFC 5546 sections 3.2.2 and 3.2.5): nobody else is named
 * in it, no answer is asked for, and a cancellation rings no bell.
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
    // No zone of the calendar itself: DTSTAMP would be written in it, and has to be UTC (RFC 5545 section 3.8.7.2).
    timezone: { name: null, generator: (timeZone) => vtimezone(timeZone, firstYear) },
  })
}

const eventData = (event: CalendarEvent): ICalEventData => ({
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
})

/** Nobody is reminded of what is cancelled. */
const alarmsOf = (event: CalendarEvent) =>
  event.status === 'cancelled'
    ? []
    : [{ type: ICalAlarmType.display as const, trigger: ALARM_SECONDS_BEFORE, description: event.title }]

/** What a calendar needs of a showing. */
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

/** What its agent's own calendar says beyond that. */
export type AgentShowing = CalendarShowing & { buyer: { name: string }; updatedAt: Temporal.Instant }

/** Minutes that an event takes: the dashboard's exports 60, the feed 30 (booking.md section 9, decisions.md section 11). */
const LASTS = { export: 60, feed: 30 } as const

export function createCalendar() {
  return {
    /** Pages of Google and Outlook that add the showing. */
    links: (showing: CalendarShowing) => calendarLinks(eventOf(showing)),
    /** The showing as an .ics file. */
    file: (showing: CalendarShowing) => icsFile(eventOf(showing)),
    /**
     * The showing as mail tells it to a calendar. Who gets two mails of it gets the same words twice, so that no mailbox
     * reads more than the one that may know least: of the buyer the first name and an initial.
     */
    update(showing: CalendarShowing & Pick<Showing, 'buyer' | 'movedFrom'>, update: MailUpdate): string {
      const event = eventOf(showing)
      // Of a move that waits for approval the old time is called off.
      const isOfOldTime = update.method === 'CANCEL' && showing.status === 'pending'
      const startsAt = (isOfOldTime && showing.movedFrom) || event.startsAt
      const endsAt = startsAt.add(event.startsAt.until(event.endsAt))
      const buyer = firstNameAndInitial(showing.buyer.name).replace(/\.$/, '')
      const description = `${aboutShowing({ ...showing, startsAt, endsAt })} Buyer: ${buyer}.`
      return icsUpdate({ ...event, startsAt, endsAt, description }, update)
    },
    /**
     * An agent's showings as one file, part by part, each zone told before its first event.
     * @param batches earliest start first, so that a zone's rules are right from its first event on
     */
    async *stream(batches: AsyncIterable<AgentShowing[]>, kind: keyof typeof LASTS): AsyncGenerator<string> {
      const known = new Set<string>()
      const zoneOf = (timeZone: string, year: number) => {
        if (known.has(timeZone)) return ''
        known.add(timeZone)
        return `${vtimezone(timeZone, year).replaceAll('\n', '\r\n')}\r\n`
      }
      yield emptyCalendar(kind).slice(0, -END.length)
      for await (const batch of batches) {
        const events = batch.map((showing) => agentEvent(showing, kind))
        const zones = events.map(({ timeZone, startsAt }) =>
          zoneOf(timeZone, startsAt.toZonedDateTimeISO(timeZone).year),
        )
        yield zones.join('') + eventsOf(events)
      }
      // A calendar without any component is none (RFC 5545 section 3.6).
      if (known.size === 0) yield zoneOf(HOME_ZONE, 2007)
      yield `${END}\r\n`
    },
  }
}

export type Calendar = ReturnType<typeof createCalendar>

const END = 'END:VCALENDAR'

const emptyCalendar = (kind: keyof typeof LASTS) =>
  ical({
    prodId: PRODUCT,
    method: ICalCalendarMethod.PUBLISH,
    name: 'ShowingBooker showings',
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
    title: `${showing.isDemo ? 'DEMO: ' : ''}Showing: ${address}`,
    description: aboutShowing(showing),
    location: address,
    changedAt: showing.bookedAt ?? showing.createdAt,
  }
}

function aboutShowing(
  showing: Pick<CalendarShowing, 'confirmationNumber' | 'timeZone' | 'startsAt' | 'endsAt'>,
): string {
  const number = showing.confirmationNumber ? ` Confirmation number ${showing.confirmationNumber}.` : ''
  return `Private showing, ${formatRange(showing.startsAt, showing.endsAt, showing.timeZone)}, booked through ShowingBooker.${number}`
}

function agentEvent(showing: AgentShowing, kind: keyof typeof LASTS): CalendarEvent {
  const event = eventOf(showing)
  const status = showing.status as BookingStatus
  const buyer = withoutNumbers(showing.buyer.name)
  return {
    ...event,
    status: kind === 'export' ? exportedStatus(status) : event.status,
    endsAt: event.startsAt.add({ minutes: LASTS[kind] }),
    title: `${showing.isDemo ? 'Demo showing' : 'Showing'}: ${event.location}`,
    description: `${event.description} Status: ${STATUS_NAMES[status]}.${buyer && ` Buyer: ${buyer}.`}`,
    changedAt: showing.updatedAt,
  }
}

/** How many showings a date of the grid begins with; the others are a list of their own. */
const SHOWN_PER_DATE = 8
/** How far back a feed goes: calendar programs load all of it each time. */
const FEED_DAYS_BACK = 60

/** The calendar page and the private feed of whoever is signed in. */
export function createAgentCalendar(options: {
  db: Database
  clock: Clock
  publicUrl: string
  calendar: Calendar
  showings: ShowingService
}) {
  const { db, clock, calendar, showings } = options
  const urlOf = (token: string): CalendarFeed => ({ url: `${options.publicUrl}/calendar/${token}.ics` })
  const newToken = () => randomBytes(24).toString('base64url')

  return {
    /**
     * Four weeks of showings, each on its own home's date. They begin by today's date in the zone of most of the
     * account's homes; an admin's are everybody's.
     * @throws DomainError unauthenticated
     */
    async weeks(actor: Actor, start: string | null): Promise<CalendarWeeks> {
      const account = requireAccount(actor)
      const timeZone = (await rows.findCommonZone(db, account.role === 'admin' ? null : account.accountId)) ?? HOME_ZONE
      const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString()
      const { dates, ...grid } = calendarGrid(today, start)
      const [{ counts, bookings }, hasShowings] = await Promise.all([
        showings.listByDate(actor, { from: grid.start, to: grid.end, perDate: SHOWN_PER_DATE }),
        showings.hasAny(actor),
      ])
      const byDate = Map.groupBy(bookings, ({ date }) => date)
      return {
        ...grid,
        today,
        thisWeek: calendarGrid(today, today).start,
        timeZone,
        hasShowings,
        days: dates.map((date) => ({ date, count: counts.get(date) ?? 0, bookings: byDate.get(date) ?? [] })),
      }
    },

    /** The account's address; made when it is first asked for. @throws DomainError unauthenticated */
    async feedUrl(actor: Actor): Promise<CalendarFeed> {
      const { accountId } = requireAccount(actor)
      return urlOf(await rows.keepFeedToken(db, accountId, newToken(), clock.now().toString()))
    },

    /** A new address; the old one is nobody's from now on. @throws DomainError unauthenticated */
    async rotateFeed(actor: Actor): Promise<CalendarFeed> {
      const { accountId } = requireAccount(actor)
      const token = newToken()
      await rows.replaceFeedToken(db, accountId, token, clock.now().toString())
      return urlOf(token)
    },

    /**
     * The feed behind an address: the account's own showings from 60 days ago on, cancelled ones too, demos not.
     * @returns its mark, which is another one whenever it says something else, and its parts, not read yet
     * @throws DomainError not_found
     */
    async feed(token: string): Promise<{ etag: string; parts: AsyncIterable<string> }> {
      const accountId = isToken(token) ? await rows.findFeedOwner(db, token) : null
      if (!accountId) throw notFound('There is no such calendar.', 'calendar_not_found')
      // By whole days, or it would be another feed each second.
      const today = clock.now().toZonedDateTimeISO('UTC').startOfDay()
      const since = today.subtract({ days: FEED_DAYS_BACK }).toInstant().toString()
      const version = await rows.findFeedVersion(db, accountId, since)
      const etag = createHash('sha256').update(`${token} ${since} ${version}`).digest('base64url').slice(0, 27)
      return { etag: `W/"${etag}"`, parts: calendar.stream(showings.streamForFeed(accountId, since), 'feed') }
    },
  }
}

export type AgentCalendar = ReturnType<typeof createAgentCalendar>
