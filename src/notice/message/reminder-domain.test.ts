import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import type { ReminderEvent } from './domain.ts'
import { CALLED_OFF, MOVED } from './outdated-domain.ts'
import { isQuiet, quietEnd } from './quiet-domain.ts'
import {
  NOT_CONFIRMED,
  NOTICE_DONE,
  noticeReminderAt,
  planReminder,
  QUIET,
  type Remindable,
  reasonNotSentNow,
  remindersAt,
  remindersOf,
  TOO_LATE,
} from './reminder-domain.ts'

const ZONES = [
  'America/New_York',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Chicago',
  'America/Denver',
  'America/Boise',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Juneau',
  'Pacific/Honolulu',
]
const LOS_ANGELES = 'America/Los_Angeles'
const wall = (text: string, timeZone: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone)
const at = (text: string, timeZone = LOS_ANGELES) => wall(text, timeZone).toInstant()
const read = (instant: Temporal.Instant | null, timeZone = LOS_ANGELES) =>
  instant?.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' }) ?? null
const long = (startsAt: Temporal.Instant, timeZone = LOS_ANGELES): Remindable => ({
  startsAt,
  agreedAt: startsAt.subtract({ hours: 72 }),
  timeZone,
})

for (const [start, day, hour] of [
  ['2026-11-27T13:30', '2026-11-26T13:30', '2026-11-27T12:30'],
  ['2026-11-27T08:00', '2026-11-26T08:00', '2026-11-27T07:00'],
  // If it is too early or too late for a text, the reminder comes at the nearest time of that day when it may ring.
  ['2026-11-27T06:00', '2026-11-26T08:00', '2026-11-27T05:00'],
  ['2026-11-27T20:30', '2026-11-26T19:30', '2026-11-27T19:30'],
  ['2026-11-27T23:30', '2026-11-26T19:30', '2026-11-27T22:30'],
  ['2026-11-27T00:00', '2026-11-26T08:00', '2026-11-26T23:00'],
  // The time of day stays the same, although the day has 23 or 25 hours.
  ['2026-03-08T13:00', '2026-03-07T13:00', '2026-03-08T12:00'],
  ['2026-11-01T13:00', '2026-10-31T13:00', '2026-11-01T12:00'],
  ['2026-03-09T13:00', '2026-03-08T13:00', '2026-03-09T12:00'],
  ['2026-11-02T13:00', '2026-11-01T13:00', '2026-11-02T12:00'],
] as const)
  test(`plans the reminders of a showing at ${start}`, () => {
    const moments = remindersOf(long(at(start))).map((one) => [one.event, read(one.at)])
    assert.deepEqual(moments, [
      ['reminder_day', day],
      ['reminder_hour', hour],
    ])
  })

test('the day before is 23 or 25 hours earlier if the clocks change in between', () => {
  const hoursOf = (start: string) => {
    const [day] = remindersOf(long(at(start)))
    return day?.at.until(at(start)).total('hours')
  }
  assert.deepEqual([hoursOf('2026-03-08T13:00'), hoursOf('2026-11-01T13:00')], [23, 25])
  const [phoenix] = remindersOf(long(at('2026-03-08T13:00', 'America/Phoenix'), 'America/Phoenix'))
  assert.equal(phoenix?.at.until(at('2026-03-08T13:00', 'America/Phoenix')).total('hours'), 24)
})

test('an hour before the start is one hour, even in the night when the clocks change', () => {
  for (const start of ['2026-03-08T03:00', '2026-11-01T01:30', '2026-11-01T02:30']) {
    const hour = remindersOf(long(at(start)))[1]
    assert.equal(hour?.at.until(at(start)).total('minutes'), 60, start)
  }
})

test('reminds no one of what they just heard', () => {
  const startsAt = at('2026-11-27T13:30')
  const events = (agreed: string) =>
    remindersOf({ startsAt, agreedAt: at(agreed), timeZone: LOS_ANGELES }).map(({ event }) => event)
  assert.deepEqual(events('2026-11-26T11:30'), ['reminder_day', 'reminder_hour'])
  assert.deepEqual(events('2026-11-26T11:31'), ['reminder_hour'])
  assert.deepEqual(events('2026-11-27T10:30'), ['reminder_hour'])
  assert.deepEqual(events('2026-11-27T10:31'), [])
})

type Row = [now: string, due: string, next: string | null]
/** One showing at 10:00, then early ones, then late ones. */
const timelines: Record<string, Row[]> = {
  '2026-11-27T10:00': [
    ['2026-11-25T12:00', '', '2026-11-26T10:00'],
    ['2026-11-26T09:59', '', '2026-11-26T10:00'],
    ['2026-11-26T10:00', 'reminder_day', '2026-11-27T09:00'],
    // After an outage, the reminder goes out while it helps, and by email if a text would have to wait too long.
    ['2026-11-26T19:59', 'reminder_day', '2026-11-27T09:00'],
    ['2026-11-26T20:00', 'reminder_day quietly', '2026-11-27T09:00'],
    ['2026-11-27T06:59', 'reminder_day quietly', '2026-11-27T09:00'],
    ['2026-11-27T07:00', '', '2026-11-27T09:00'],
    ['2026-11-27T09:00', 'reminder_hour', null],
    ['2026-11-27T09:44', 'reminder_hour', null],
    ['2026-11-27T09:45', '', null],
    ['2026-11-27T10:00', '', null],
    ['2026-12-24T10:00', '', null],
  ],
  '2026-11-27T08:30': [
    // Half an hour before the start, the reminder still helps, and it may ring.
    ['2026-11-27T07:30', '', '2026-11-27T08:00'],
    ['2026-11-27T08:00', 'reminder_hour', null],
  ],
  '2026-11-27T08:00': [['2026-11-27T07:00', 'reminder_hour quietly', null]],
  '2026-11-27T14:00': [
    // We missed the reminder on the evening before. It still helps at eight in the morning.
    ['2026-11-26T22:00', '', '2026-11-27T08:00'],
    ['2026-11-27T08:00', 'reminder_day', '2026-11-27T13:00'],
  ],
  '2026-11-27T21:30': [
    ['2026-11-26T19:30', 'reminder_day', '2026-11-27T20:30'],
    ['2026-11-27T20:30', 'reminder_hour quietly', null],
  ],
}
for (const [start, rows] of Object.entries(timelines))
  test(`finds the due reminders of a showing at ${start}`, () => {
    for (const [now, due, next] of rows) {
      const found = remindersAt(long(at(start)), [], at(now))
      const said = found.due.map(({ event, rings }) => (rings ? event : `${event} quietly`)).join(', ')
      assert.deepEqual([now, said, read(found.nextAt)], [now, due, next])
    }
  })

const starts = fc
  .tuple(
    fc.constantFrom(...ZONES),
    fc.constantFrom('2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02', '2026-07-04'),
    fc.integer({ min: 0, max: 47 }),
  )
  .map(([timeZone, date, half]) => ({
    timeZone,
    startsAt: wall(`${date}T${String(half >> 1).padStart(2, '0')}:${half & 1 ? '30' : '00'}`, timeZone).toInstant(),
  }))

test('plans each reminder once, before the start, and no text at night, no matter how often it checks', () => {
  fc.assert(
    fc.property(
      starts,
      fc.integer({ min: 49, max: 400 }),
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 60 }),
      ({ startsAt, timeZone }, hoursAhead, pauses) => {
        const showing = { startsAt, timeZone, agreedAt: startsAt.subtract({ hours: hoursAhead }) }
        const planned: ReminderEvent[] = []
        let now = startsAt.subtract({ hours: 40 })
        for (let n = 0; Temporal.Instant.compare(now, startsAt.add({ hours: 2 })) < 0; n++) {
          const { due, nextAt } = remindersAt(showing, planned, now)
          for (const { event, rings } of due) {
            assert.ok(!planned.includes(event))
            assert.ok(Temporal.Instant.compare(now, startsAt) < 0)
            assert.equal(rings, !isQuiet(now, timeZone))
            planned.push(event)
          }
          if (nextAt) assert.ok(Temporal.Instant.compare(nextAt, now) > 0, 'the next look is in the future')
          now = now.add({ minutes: pauses[n % pauses.length] ?? 1 })
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('if it checks only at the named times, both reminders come on time', () => {
  fc.assert(
    fc.property(starts, ({ startsAt, timeZone }) => {
      const planned: ReminderEvent[] = []
      const showing = long(startsAt, timeZone)
      // The database first checks this long before (db/migrations/0022_reminder.sql).
      let now: Temporal.Instant | null = startsAt.subtract({ hours: 30 })
      for (let looks = 0; now; looks++) {
        assert.ok(looks < 6)
        const { due, nextAt } = remindersAt(showing, planned, now)
        for (const { event, rings } of due) {
          const minutesBefore: number = now.until(startsAt).total('minutes')
          if (event === 'reminder_day') {
            assert.ok(rings, 'the day-before reminder always goes out outside the quiet hours')
            assert.equal(
              now.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
              startsAt.toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: 1 }).toString(),
            )
          } else assert.ok(minutesBefore <= 60 && minutesBefore > 15)
          planned.push(event)
        }
        now = nextAt
      }
      assert.deepEqual(planned, ['reminder_day', 'reminder_hour'])
    }),
    { numRuns: 500 },
  )
})

test('the quiet hours end at eight, local to the property, in every time zone and on both days when the clocks change', () => {
  fc.assert(
    fc.property(starts, ({ startsAt, timeZone }) => {
      const end = quietEnd(startsAt, timeZone)
      const local = end.toZonedDateTimeISO(timeZone)
      assert.deepEqual([local.hour, local.minute, isQuiet(end, timeZone)], [8, 0, false])
      assert.ok(isQuiet(end.subtract({ seconds: 1 }), timeZone))
      const hours = startsAt.until(end).total('hours')
      assert.ok(hours > 0 && hours <= 25, String(hours))
    }),
  )
})

const none = { name: null, phone: null, email: null }
const facts: Parameters<typeof planReminder>[1] = {
  occupancy: 'resident',
  mailUpgrade: true,
  agent: { name: 'Lena', phone: '213-555-0100', email: 'lena@agents.example.com' },
  buyer: { name: 'Maria', phone: '(213) 555-0142', email: 'maria@buyers.example.com' },
  buyerAgentEmail: 'bea@agents.example.com',
  resident: {
    name: 'Rosa',
    phone: '213-555-0111',
    email: 'rosa@home.example.com',
    textConsent: true,
    address: {
      address_line1: '1 Oak',
      address_line2: null,
      address_city: 'LA',
      address_state: 'CA',
      address_zip: '90012',
    },
  },
  optedOut: new Set(),
}
const day = { event: 'reminder_day', rings: true } as const
const notice = { event: 'reminder_notice', rings: true } as const
const noticeQuietly = { event: 'reminder_notice', rings: false } as const
const hour = { event: 'reminder_hour', rings: true } as const
const quietly = { event: 'reminder_hour', rings: false } as const
const cases: [
  name: string,
  due: typeof day | typeof hour | typeof quietly | typeof notice | typeof noticeQuietly,
  change: object,
  told: string,
][] = [
  ['the day before', day, {}, 'agent sms+email, buyer sms+email, resident sms'],
  ['a notice that is due', notice, {}, 'agent sms+email'],
  ['a notice that is due, at night', noticeQuietly, {}, 'agent email'],
  ['the hour before', hour, {}, 'agent sms, buyer sms'],
  ['the hour before, at night', quietly, {}, 'agent email, buyer email'],
  [
    'a resident without consent',
    day,
    { resident: { ...facts.resident, textConsent: false } },
    'agent sms+email, buyer sms+email, resident email',
  ],
  [
    'a resident who cannot be reached',
    day,
    { resident: { ...facts.resident, ...none } },
    'agent sms+email, buyer sms+email',
  ],
  ['no one lives there', day, { occupancy: 'vacant' }, 'agent sms+email, buyer sms+email'],
  [
    'an owner who lives there and shows the property',
    day,
    { occupancy: 'owner', resident: { ...facts.resident, phone: '+1 213 555 0100' } },
    'agent sms+email, buyer sms+email',
  ],
  ['a buyer who said STOP', hour, { optedOut: new Set(['+12135550142']) }, 'agent sms, buyer email'],
  [
    'a resident who said STOP',
    day,
    { optedOut: new Set(['+12135550111']) },
    'agent sms+email, buyer sms+email, resident email',
  ],
  [
    'a buyer who said STOP and wrote an extension',
    hour,
    { optedOut: new Set(['+12135550142']), buyer: { ...facts.buyer, phone: '(213) 555-0142 ext. 5' } },
    'agent sms, buyer email',
  ],
  ['an undialable number', hour, { buyer: { ...facts.buyer, phone: '12' } }, 'agent sms, buyer email'],
  ['an agent without a phone', hour, { agent: { ...facts.agent, phone: ' ' } }, 'agent email, buyer sms'],
  ['an agent without anything', day, { agent: none }, 'buyer sms+email, resident sms'],
]
for (const [name, due, change, told] of cases)
  test(`chooses who gets a reminder: ${name}`, () => {
    const byRole = Map.groupBy(planReminder(due, { ...facts, ...change }), ({ role }) => role.replace('listing_', ''))
    const said = [...byRole].map(([role, rows]) => `${role} ${rows.map(({ channel }) => channel).join('+')}`)
    assert.equal(said.join(', '), told)
  })

test("only the buyer's agent gets a copy, of the buyer's email", () => {
  const copied = planReminder(day, facts).filter(({ cc }) => cc.length > 0)
  assert.deepEqual(
    copied.map(({ role, cc }) => [role, cc]),
    [['buyer', ['bea@agents.example.com']]],
  )
  assert.deepEqual(
    planReminder(day, { ...facts, buyerAgentEmail: 'MARIA@buyers.example.com' }).flatMap(({ cc }) => cc),
    [],
  )
})

test('checks every condition again before sending', () => {
  const showing = {
    status: 'confirmed',
    startsAt: at('2026-11-27T10:00'),
    endsAt: at('2026-11-27T10:30'),
    calendarSequence: 1,
    timeZone: LOS_ANGELES,
  }
  const row = { event: 'reminder_day', channel: 'sms', role: 'buyer', round: 1 } as const
  const asked: [row: object, showing: object, now: string, fault: string | null, isNoticeDue?: boolean][] = [
    [{}, {}, '2026-11-26T10:00', null],
    [{ event: 'booked' }, { status: 'cancelled' }, '2026-12-01T03:00', null],
    [{}, { status: 'cancelled', calendarSequence: 2 }, '2026-11-26T10:00', CALLED_OFF],
    [{}, { status: 'declined', calendarSequence: 2 }, '2026-11-26T10:00', CALLED_OFF],
    [{}, { calendarSequence: 2 }, '2026-11-26T10:00', MOVED],
    [{}, { calendarSequence: 2, status: 'pending' }, '2026-11-26T10:00', MOVED],
    [{}, { status: 'pending' }, '2026-11-26T10:00', NOT_CONFIRMED],
    [{}, { status: 'no_show' }, '2026-11-26T10:00', NOT_CONFIRMED],
    [{}, {}, '2026-11-27T08:59', null],
    [{}, {}, '2026-11-27T09:00', TOO_LATE],
    [{ event: 'reminder_hour' }, {}, '2026-11-27T09:59', null],
    [{ event: 'reminder_hour' }, {}, '2026-11-27T10:00', TOO_LATE],
    [{ event: 'reminder_notice' }, {}, '2026-11-26T09:00', null, true],
    [{ event: 'reminder_notice' }, {}, '2026-11-26T09:00', NOTICE_DONE],
    [{ event: 'reminder_notice' }, {}, '2026-11-26T07:00', QUIET, true],
    [{}, {}, '2026-11-26T20:00', QUIET],
    [{ channel: 'email' }, {}, '2026-11-26T20:00', null],
    [{}, {}, '2026-11-27T07:59', QUIET],
    [{ event: 'running_late', role: 'buyer' }, {}, '2026-11-27T10:29', null],
    [{ event: 'running_late', role: 'buyer' }, {}, '2026-11-27T10:30', TOO_LATE],
  ]
  for (const [changedRow, changedShowing, now, fault, isNoticeDue = false] of asked)
    assert.equal(
      reasonNotSentNow({ ...row, ...changedRow }, { ...showing, ...changedShowing }, at(now), isNoticeDue),
      fault,
      JSON.stringify([changedRow, changedShowing, now]),
    )
})

for (const [deadline, reminder] of [
  ['2026-11-26T13:30', '2026-11-26T09:30'],
  ['2026-11-26T12:00', '2026-11-26T08:00'],
  ['2026-11-26T11:30', '2026-11-25T19:30'],
  ['2026-11-26T09:00', '2026-11-25T19:30'],
  ['2026-11-26T23:30', '2026-11-26T19:30'],
  ['2026-11-26T02:00', '2026-11-25T19:30'],
  // The clocks change in this night.
  ['2026-03-08T09:00', '2026-03-07T19:30'],
] as const)
  test(`chooses when to remind the agent of a notice that is due by ${deadline}`, () => {
    assert.equal(read(noticeReminderAt(at(deadline), LOS_ANGELES)), reminder)
  })

test('an agent who learned of the showing after that time gets no reminder of the notice', () => {
  const startsAt = at('2026-11-27T13:30')
  const noticeBy = startsAt.subtract({ hours: 24 })
  const events = (agreed: string) =>
    remindersOf({ startsAt, agreedAt: at(agreed), timeZone: LOS_ANGELES, noticeBy }).map(({ event }) => event)
  assert.deepEqual(events('2026-11-26T07:30'), ['reminder_notice', 'reminder_day', 'reminder_hour'])
  assert.deepEqual(events('2026-11-26T07:31'), ['reminder_day', 'reminder_hour'])
})
