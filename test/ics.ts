import assert from 'node:assert/strict'
import ICAL from 'ical.js'

/** An iCalendar file as a calendar app reads it. */
export type ReadCalendar = {
  method: string
  uid: string
  sequence: number
  status: string
  stamp: string
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  summary: string
  description: string
  organizer: string
  attendees: { mailbox: string; role: string; answer: string; isAsked: boolean }[]
  /** Seconds from the start. */
  alarms: number[]
}

/**
 * Reads one event strictly. Lines must have at most 75 octets and end in CRLF (RFC 5545 section 3.1), and METHOD limits
 * how often each property may occur (RFC 5546 sections 3.2.2 and 3.2.5).
 */
export function readCalendar(text: string): ReadCalendar {
  assert.ok(text.endsWith('\r\n') && !/[^\r]\n|\r[^\n]/.test(text), 'lines end in CRLF')
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  const calendar = new ICAL.Component(ICAL.parse(text))
  const value = (of: InstanceType<typeof ICAL.Component>, name: string): string => {
    const found = of.getAllProperties(name)
    assert.equal(found.length, 1, `one ${name}`)
    return String(found[0]?.getFirstValue())
  }
  assert.equal(value(calendar, 'version'), '2.0')
  assert.match(value(calendar, 'prodid'), /ShowingBooker/)
  const method = value(calendar, 'method')
  const [event, ...others] = calendar.getAllSubcomponents('vevent')
  assert.ok(event && others.length === 0, 'one VEVENT')
  const zones = calendar.getAllSubcomponents('vtimezone')
  const alarms = event.getAllSubcomponents('valarm')
  if (method === 'CANCEL') assert.equal(alarms.length, 0, 'no VALARM in a CANCEL')
  for (const never of ['request-status', 'url', 'contact', 'attach'])
    assert.equal(event.getAllProperties(never).length, 0)
  const zone = event.getFirstProperty('dtstart')?.getParameter('tzid')
  assert.deepEqual(
    zones.map((one) => value(one, 'tzid')),
    [zone],
    'its VTIMEZONE',
  )
  assert.match(value(event, 'dtstamp'), /Z$/)
  const timezone = new ICAL.Timezone(zones[0] as InstanceType<typeof ICAL.Component>)
  const instant = (name: string) => {
    const time = event.getFirstPropertyValue(name) as InstanceType<typeof ICAL.Time>
    time.zone = timezone
    return Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000)
  }
  return {
    method,
    uid: value(event, 'uid'),
    sequence: Number(value(event, 'sequence')),
    status: value(event, 'status'),
    stamp: value(event, 'dtstamp'),
    startsAt: instant('dtstart'),
    endsAt: instant('dtend'),
    summary: value(event, 'summary'),
    description: value(event, 'description'),
    organizer: value(event, 'organizer'),
    attendees: event.getAllProperties('attendee').map((one) => ({
      mailbox: String(one.getFirstValue()).replace(/^mailto:/i, ''),
      role: String(one.getParameter('role')),
      answer: String(one.getParameter('partstat')),
      isAsked: String(one.getParameter('rsvp')).toUpperCase() === 'TRUE',
    })),
    alarms: alarms.map((one) =>
      (one.getFirstPropertyValue('trigger') as InstanceType<typeof ICAL.Duration>).toSeconds(),
    ),
  }
}
