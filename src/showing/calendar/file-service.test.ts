import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarEvent } from './domain.ts'
import { type AgentShowing, type CalendarShowing, calendar, icsFile } from './file-service.ts'

const event: CalendarEvent = {
  id: '0199a0c0-0000-7000-8000-000000000001',
  sequence: 2,
  status: 'confirmed',
  startsAt: Temporal.Instant.from('2026-11-27T21:30:00Z'),
  endsAt: Temporal.Instant.from('2026-11-27T22:00:00Z'),
  timeZone: 'America/Los_Angeles',
  title: 'Showing: 12 Oak St, Unit 4; rear',
  description: 'First line\nsecond, with a \\ and Zoë’s long name '.repeat(4),
  location: '12 Oak St, Unit 4, Los Angeles, CA 90012',
  changedAt: Temporal.Instant.from('2026-11-21T10:00:00Z'),
}

type Component = { name: string; values: Map<string, { parameters: string; value: string }>; parts: Component[] }

/** Unfolds and parses a file as RFC 5545 section 3.1 says. */
function parse(file: string): Component {
  const root: Component = { name: '', values: new Map(), parts: [] }
  const path = [root]
  for (const line of file.replaceAll('\r\n ', '').split('\r\n').filter(Boolean)) {
    const [, name = '', parameters = '', value = ''] = /^([A-Z-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? assert.fail(line)
    const current = path.at(-1) as Component
    if (name === 'BEGIN') {
      const part = { name: value, values: new Map(), parts: [] }
      current.parts.push(part)
      path.push(part)
    } else if (name === 'END') assert.equal(path.pop()?.name, value)
    else {
      assert.ok(!current.values.has(name), `${name} twice in ${current.name}`)
      current.values.set(name, { parameters, value })
    }
  }
  assert.equal(path.length, 1)
  return root.parts[0] as Component
}

const plain = (text = '') => text.replace(/\\([\\;,nN])/g, (_, c) => (c === 'n' || c === 'N' ? '\n' : c))
const eventOf = (calendar: Component) => calendar.parts.find((part) => part.name === 'VEVENT') as Component
const value = (component: Component, name: string) => component.values.get(name)?.value

test('the file has everything in the event, is published, and keeps a stable ID', () => {
  const calendar = parse(icsFile(event))
  assert.equal(calendar.name, 'VCALENDAR')
  assert.equal(value(calendar, 'VERSION'), '2.0')
  assert.equal(value(calendar, 'METHOD'), 'PUBLISH')
  const vevent = eventOf(calendar)
  assert.equal(value(vevent, 'UID'), '0199a0c0-0000-7000-8000-000000000001@showingbooker')
  assert.equal(value(vevent, 'SEQUENCE'), '2')
  assert.equal(value(vevent, 'STATUS'), 'CONFIRMED')
  assert.equal(value(vevent, 'DTSTAMP'), '20261121T100000Z')
  assert.deepEqual(vevent.values.get('DTSTART'), { parameters: ';TZID=America/Los_Angeles', value: '20261127T133000' })
  assert.deepEqual(vevent.values.get('DTEND'), { parameters: ';TZID=America/Los_Angeles', value: '20261127T140000' })
  assert.equal(plain(value(vevent, 'SUMMARY')), event.title)
  assert.equal(plain(value(vevent, 'DESCRIPTION')), event.description)
  assert.equal(plain(value(vevent, 'LOCATION')), event.location)
})

test('the event shows a reminder on the screen 15 minutes before it starts', () => {
  const [alarm] = eventOf(parse(icsFile(event))).parts
  assert.equal(alarm?.name, 'VALARM')
  assert.equal(alarm && value(alarm, 'ACTION'), 'DISPLAY')
  assert.equal(alarm && value(alarm, 'TRIGGER'), '-PT15M')
  assert.equal(plain(alarm && value(alarm, 'DESCRIPTION')), event.title)
})

test('lines end in CRLF and are folded at 75 octets, never within a character', () => {
  const file = icsFile({ ...event, title: '王芳é😀'.repeat(40) })
  assert.ok(file.endsWith('END:VCALENDAR\r\n'))
  assert.doesNotMatch(file.replaceAll('\r\n', ''), /[\r\n]/)
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.equal(value(eventOf(parse(file)), 'SUMMARY'), '王芳é😀'.repeat(40))
})

test('local times are right on the days when the clocks change, and the file has their zone', () => {
  const table: [string, string, string][] = [
    ['America/Los_Angeles', '2026-03-08T17:00:00Z', '20260308T100000'],
    ['America/Los_Angeles', '2026-11-01T17:00:00Z', '20261101T090000'],
    ['America/Phoenix', '2026-03-08T17:00:00Z', '20260308T100000'],
    ['America/New_York', '2026-03-08T13:00:00Z', '20260308T090000'],
    ['America/New_York', '2026-11-01T14:00:00Z', '20261101T090000'],
  ]
  for (const [timeZone, start, local] of table) {
    const startsAt = Temporal.Instant.from(start)
    const calendar = parse(icsFile({ ...event, timeZone, startsAt, endsAt: startsAt.add({ minutes: 30 }) }))
    assert.deepEqual(eventOf(calendar).values.get('DTSTART'), { parameters: `;TZID=${timeZone}`, value: local })
    const zone = calendar.parts.find((part) => part.name === 'VTIMEZONE')
    assert.equal(zone && value(zone, 'TZID'), timeZone)
    assert.ok(zone?.parts.every((part) => (value(part, 'DTSTART') ?? '9') < local))
  }
})

test('a showing in the hour that repeats when clocks go back is in UTC, because its local time is ambiguous', async () => {
  const times = (start: string, minutes: number) => {
    const startsAt = Temporal.Instant.from(start)
    const vevent = eventOf(parse(icsFile({ ...event, startsAt, endsAt: startsAt.add({ minutes }) })))
    return ['DTSTART', 'DTEND'].map((name) => vevent.values.get(name)?.parameters + (value(vevent, name) ?? ''))
  }
  const zone = ';TZID=America/Los_Angeles'
  // RFC 5545 (section 3.3.5) says that 1:00 AM means the first one.
  assert.deepEqual(times('2026-11-01T08:00:00Z', 30), [`${zone}20261101T010000`, `${zone}20261101T013000`])
  assert.deepEqual(times('2026-11-01T08:30:00Z', 30), ['20261101T083000Z', '20261101T090000Z'])
  assert.deepEqual(times('2026-11-01T09:30:00Z', 30), ['20261101T093000Z', '20261101T100000Z'])
  assert.deepEqual(times('2026-11-01T10:00:00Z', 30), [`${zone}20261101T020000`, `${zone}20261101T023000`])
  assert.deepEqual(times('2026-03-08T09:30:00Z', 60), [`${zone}20260308T013000`, `${zone}20260308T033000`])
  const startsAt = Temporal.Instant.from('2026-11-01T08:00:00Z')
  const file = await streamed('export', [{ ...agentShowing, startsAt, endsAt: startsAt.add({ minutes: 30 }) }])
  assert.equal(value(eventOf(parse(file)), 'DTEND'), '20261101T090000Z')
})

test('a file of several showings has each zone once', () => {
  const other = { ...event, id: 'b', timeZone: 'America/New_York' }
  const calendar = parse(icsFile(event, { ...event, id: 'c' }, other))
  assert.deepEqual(
    calendar.parts.map((part) => part.name),
    ['VTIMEZONE', 'VTIMEZONE', 'VEVENT', 'VEVENT', 'VEVENT'],
  )
})

test('the same event gives the same bytes', () => {
  assert.equal(icsFile(event), icsFile(event))
})

const showing: CalendarShowing & Record<string, unknown> = {
  id: event.id,
  status: 'confirmed',
  startsAt: Temporal.Instant.from('2026-11-27T21:30:00Z'),
  endsAt: Temporal.Instant.from('2026-11-27T22:00:00Z'),
  timeZone: 'America/Los_Angeles',
  address: { address_line1: '12 Oak St', unit_number: '4', city: 'Los Angeles', state: 'CA', zip_code: '90012' },
  confirmationNumber: 'SB-7K2M9QXD',
  calendarSequence: 0,
  isDemo: false,
  bookedAt: Temporal.Instant.from('2026-11-21T10:00:00Z'),
  createdAt: Temporal.Instant.from('2026-11-21T09:59:00Z'),
  buyer: { name: 'Maria Gonzalez', phone: '(213) 555-0177', email: 'maria@buyer.example' },
  agent: { phone: '(213) 555-0142' },
  showingInstructions: 'Lockbox 4711',
  manageToken: 'SecretToken',
}

test("a showing in a calendar has no phone number, no entry instructions, and neither the buyer's details nor their link", () => {
  const { google, outlook } = calendar.links(showing)
  for (const text of [calendar.file(showing), decodeURIComponent(google), decodeURIComponent(outlook)]) {
    assert.doesNotMatch(
      text.replaceAll('\r\n ', ''),
      /555\D?01|\b4711\b|Lockbox|Maria|Gonzalez|buyer\.example|SecretToken/,
    )
    assert.match(text.replaceAll('\r\n ', '').replaceAll('\\,', ','), /12 Oak St, Unit 4, Los Angeles, CA 90012/)
    assert.match(text.replaceAll('\r\n ', ''), /SB-7K2M9QXD/)
  }
  const times = /dates=20261127T213000Z\/20261127T220000Z/
  assert.match(decodeURIComponent(google), times)
})

test('the status follows the booking', () => {
  const table = {
    pending: 'TENTATIVE',
    confirmed: 'CONFIRMED',
    completed: 'CONFIRMED',
    cancelled: 'CANCELLED',
    declined: 'CANCELLED',
  }
  for (const [status, shown] of Object.entries(table) as [keyof typeof table, string][]) {
    assert.equal(value(eventOf(parse(calendar.file({ ...showing, status }))), 'STATUS'), shown)
  }
})

const agentShowing: AgentShowing & Record<string, unknown> = {
  ...(showing as CalendarShowing),
  buyer: { name: 'Maria Gonzalez (213) 555-0177' },
  shownBy: null,
  specialRequests: 'Call 213 555 0177',
  showingInstructions: 'Lockbox 4711',
  updatedAt: Temporal.Instant.from('2026-11-22T10:00:00Z'),
}

async function* batchesOf(...batches: AgentShowing[][]) {
  yield* batches
}
const streamed = async (kind: 'export' | 'feed', ...batches: AgentShowing[][]) =>
  (await Array.fromAsync(calendar.stream(batchesOf(...batches), kind))).join('')

test("an agent's file is one calendar, whatever its batches, with each zone once and before its first event", async () => {
  const at = (iso: string, id: string, timeZone = 'America/Los_Angeles') => ({
    ...agentShowing,
    id,
    timeZone,
    startsAt: Temporal.Instant.from(iso),
    endsAt: Temporal.Instant.from(iso).add({ minutes: 30 }),
  })
  const file = await streamed(
    'export',
    [at('2025-11-27T21:30:00Z', 'a')],
    [],
    [at('2026-07-27T21:30:00Z', 'b'), at('2026-07-28T21:30:00Z', 'c', 'America/New_York')],
    [at('2026-11-27T21:30:00Z', 'd', 'America/New_York'), at('2026-11-28T21:30:00Z', 'e')],
  )
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75 && !line.includes('\n'), line)
  const calendar = parse(file)
  assert.equal(value(calendar, 'METHOD'), 'PUBLISH')
  assert.deepEqual(
    calendar.parts.map((part) => part.name),
    ['VTIMEZONE', 'VEVENT', 'VTIMEZONE', 'VEVENT', 'VEVENT', 'VEVENT', 'VEVENT'],
  )
  const [, first, , second] = calendar.parts
  assert.deepEqual(first?.values.get('DTSTART'), { parameters: ';TZID=America/Los_Angeles', value: '20251127T133000' })
  assert.deepEqual(second?.values.get('DTSTART'), { parameters: ';TZID=America/Los_Angeles', value: '20260727T143000' })
})

test('an exported showing takes an hour and is certain only if confirmed; in a feed, it takes half an hour', async () => {
  const table = [
    ['pending', 'TENTATIVE', 'TENTATIVE'],
    ['confirmed', 'CONFIRMED', 'CONFIRMED'],
    ['completed', 'TENTATIVE', 'CONFIRMED'],
    ['no_show', 'TENTATIVE', 'CONFIRMED'],
    ['cancelled', 'CANCELLED', 'CANCELLED'],
    ['declined', 'CANCELLED', 'CANCELLED'],
  ] as const
  for (const [status, exported, fed] of table) {
    for (const [kind, shown, end] of [
      ['export', exported, '20261127T143000'],
      ['feed', fed, '20261127T140000'],
    ] as const) {
      const event = eventOf(parse(await streamed(kind, [{ ...agentShowing, status }])))
      assert.deepEqual([value(event, 'STATUS'), value(event, 'DTEND')], [shown, end], `${kind} ${status}`)
      assert.equal(value(event, 'UID'), `${showing.id}@showingbooker`)
      assert.equal(value(event, 'LAST-MODIFIED'), '20261122T100000Z')
      // A canceled event has no reminder.
      const alarms = event.parts.filter((part) => part.name === 'VALARM') as Component[]
      assert.deepEqual(
        alarms.map((alarm) => value(alarm, 'TRIGGER')),
        shown === 'CANCELLED' ? [] : ['-PT15M'],
        `${kind} ${status}`,
      )
    }
  }
})

test("an agent's event has the buyer's name and the status, and says if it is a demo; no phone, request, code, or link", async () => {
  for (const kind of ['export', 'feed'] as const) {
    const file = (await streamed(kind, [{ ...agentShowing, isDemo: true }])).replaceAll('\r\n ', '')
    assert.doesNotMatch(file, /555\D?01|\b0177\b|\b4711\b|Lockbox|buyer\.example|SecretToken/)
    const event = eventOf(parse(file))
    assert.match(plain(value(event, 'DESCRIPTION')), /Status: Confirmed\. Buyer: Maria Gonzalez ?(\(\))?\.$/)
    assert.match(value(event, 'SUMMARY') ?? '', /^Demo showing: 12 Oak St/)
  }
})

test('a calendar without showings is valid', async () => {
  for (const batches of [[], [[]], [[], []]]) {
    const calendar = parse(await streamed('feed', ...batches))
    assert.deepEqual(
      calendar.parts.map((part) => part.name),
      ['VTIMEZONE'],
    )
    assert.equal(value(calendar, 'REFRESH-INTERVAL'), 'PT1H')
  }
})
