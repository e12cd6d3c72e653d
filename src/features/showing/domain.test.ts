import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DomainError } from '../../platform/errors.ts'
import {
  type ComplianceFacts,
  complianceOf,
  firstNotices,
  type NoticeEvent,
  readCursor,
  searchOf,
  searchPatterns,
  writeCursor,
} from './domain.ts'

const now = Temporal.Instant.from('2026-11-21T17:00:00Z')
const orders = fc.constantFrom('date' as const, '-date' as const)
const places = fc.record(
  {
    startsAt: fc
      .date({ min: new Date('1970-01-01T00:00:01Z'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    id: fc.uuid(),
  },
  { noNullPrototype: true },
)

const faultOf = (act: () => unknown): [string, string] => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return [error.kind, error.issues[0]?.path ?? '']
    throw error
  }
  return assert.fail('nothing was wrong')
}

test('a cursor is read back in its own order, and is refused in the other one', () => {
  fc.assert(
    fc.property(orders, places, (order, place) => {
      const cursor = writeCursor(order, place)
      assert.deepEqual(readCursor(cursor, order), place)
      const other = order === 'date' ? '-date' : 'date'
      assert.deepEqual(
        faultOf(() => readCursor(cursor, other)),
        ['invalid', 'cursor'],
      )
      assert.ok(cursor.length <= 200, 'longer than a query may be')
    }),
  )
})

test('whatever else is given as a cursor is refused at its field', () => {
  const cursors = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...['date__', 'date_2026-02-30T10:00:00.000Z_0199a0c0-0000-7000-8000-000000000001'],
      ...['name_2026-11-21T10:00:00.000Z_0199a0c0-0000-7000-8000-000000000001'],
      // A year that Date knows and PostgreSQL does not.
      ...['date_+275760-09-13T00:00:00.000Z_0199a0c0-0000-7000-8000-000000000001'],
      ...['date_2026-11-21T10:00:00.000Z_0199a0c0-0000-7000-8000-000000000001_more', '-date_x_y'],
    ),
  )
  fc.assert(
    fc.property(cursors, orders, (cursor, order) => {
      assert.deepEqual(
        faultOf(() => readCursor(cursor, order)),
        ['invalid', 'cursor'],
      )
    }),
  )
})

test('upcoming has not ended, past has begun, and what is going on is both', () => {
  const bounds = (when?: 'upcoming' | 'past', days?: number) => {
    const { startsFrom, startsBefore } = searchOf({ when, days, sort: 'date' }, now)
    return [startsFrom, startsBefore]
  }
  assert.deepEqual(bounds(), [null, null])
  assert.deepEqual(bounds('upcoming'), ['2026-11-21T16:30:00Z', null])
  assert.deepEqual(bounds('upcoming', 14), ['2026-11-21T16:30:00Z', '2026-12-05T17:00:00Z'])
  assert.deepEqual(bounds('past'), [null, '2026-11-21T17:00:00Z'])
  assert.deepEqual(bounds('past', 30), ['2026-10-22T17:00:00Z', '2026-11-21T17:00:00Z'])
})

test('the bounds of dates leave out no start of such a date in any zone', () => {
  const zones = fc.constantFrom('Pacific/Honolulu', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Etc/GMT+12')
  const days = fc.integer({ min: -800, max: 800 })
  fc.assert(
    fc.property(days, days, zones, fc.integer({ min: 0, max: 1439 }), (first, second, zone, minute) => {
      const date = Temporal.PlainDate.from('2026-11-21')
      const [from, to] = [Math.min(first, second), Math.max(first, second)].map((n) => date.add({ days: n }).toString())
      const { startsFrom, startsBefore } = searchOf({ from, to, sort: 'date' }, now)
      for (const day of [from, to]) {
        const at = Temporal.PlainDate.from(day ?? '')
          .toZonedDateTime(zone)
          .add({ minutes: minute })
          .toInstant()
        assert.ok(Temporal.Instant.compare(at, startsFrom ?? '') >= 0)
        assert.ok(Temporal.Instant.compare(at, startsBefore ?? '') < 0)
      }
    }),
  )
})

test('the narrower of two bounds counts', () => {
  const { startsFrom, startsBefore } = searchOf(
    { when: 'upcoming', days: 2, from: '2026-11-01', to: '2026-12-30', sort: 'date' },
    now,
  )
  assert.deepEqual([startsFrom, startsBefore], ['2026-11-21T16:30:00Z', '2026-11-23T17:00:00Z'])
})

test('a range that ends before it begins, and days of nothing, are faults at their fields', () => {
  const at = (filter: object) => faultOf(() => searchOf({ sort: 'date', ...filter }, now))
  assert.deepEqual(at({ from: '2026-11-22', to: '2026-11-21' }), ['invalid', 'to'])
  assert.deepEqual(at({ days: 7 }), ['invalid', 'days'])
})

test('words are looked for one by one, a telephone number by its last ten digits, however it is written', () => {
  const table: [string, string[]][] = [
    ['', []],
    ['   ', []],
    ['Maria  GOMEZ', ['%maria%', '%gomez%']],
    ['SB-7K2M9QXD', ['%sb-7k2m9qxd%']],
    ['(213) 555-0142', ['%2135550142%']],
    ['+1 213 555 0142', ['%2135550142%']],
    ['555-0142', ['%5550142%']],
    ['742 Juniper', ['%742%', '%juniper%']],
    ['100%_\\', ['%100\\%\\_\\\\%']],
    ['a b c d e f', ['%a%', '%b%', '%c%', '%d%']],
  ]
  for (const [text, patterns] of table) assert.deepEqual(searchPatterns(text), patterns, text)
})

const startsAt = Temporal.Instant.from('2026-11-24T21:30:00Z')
const before = (hours: number) => startsAt.subtract({ hours })
const facts: ComplianceFacts = {
  ...{ status: 'completed', isDemo: false, state: 'CA', occupancy: 'resident' },
  ...{ startsAt, endsAt: startsAt.add({ minutes: 30 }), timeZone: 'America/Los_Angeles', isRental: true },
  ...{ consentHours: null, bookedAt: before(72), toldAt: before(71), mailedAt: null },
}

test('what is compliant follows from what was really sent', () => {
  type Row = [
    name: string,
    change: Partial<ComplianceFacts>,
    isCompliant: boolean | null,
    has: boolean,
    hours: number | null,
  ]
  const table: Row[] = [
    ['texts alone are no notice', {}, false, true, 71],
    ['a letter of six days is', { mailedAt: before(150), toldAt: before(150) }, true, true, 150],
    ['a letter of five days is not', { mailedAt: before(120), toldAt: before(120) }, false, true, 120],
    ['told too late', { toldAt: before(23) }, false, false, 23],
    ['told after the start', { toldAt: before(-2) }, false, false, 0],
    ['not told', { toldAt: null }, false, false, null],
    ['vacant: by the booking', { occupancy: 'vacant', toldAt: null }, true, true, 72],
    ['the owner lives there', { occupancy: 'owner', toldAt: null }, true, true, 72],
    ['the owner lives there and was told', { occupancy: 'owner' }, true, true, 71],
    ["another state's law", { state: 'NV' }, null, true, 71],
    ['nobody entered', { status: 'cancelled' }, null, true, 71],
    ['declined', { status: 'declined', occupancy: 'vacant' }, null, true, 71],
    ['a no-show is judged', { status: 'no_show', occupancy: 'vacant', toldAt: null }, true, true, 72],
    ['a demo', { isDemo: true, occupancy: 'vacant', toldAt: null }, null, true, 72],
  ]
  for (const [name, change, ...expected] of table) {
    const { isCompliant, hasAdvanceNotice, advanceNoticeHours, complianceReasons } = complianceOf({
      ...facts,
      ...change,
    })
    assert.deepEqual([isCompliant, hasAdvanceNotice, advanceNoticeHours], expected, name)
    if (isCompliant !== null) assert.ok(complianceReasons.length > 0, name)
  }
})

const event = (
  kind: NoticeEvent['kind'],
  channel: NoticeEvent['channel'],
  state: string,
  day: number,
): NoticeEvent => ({
  ...{ kind, event: 'booked', channel, role: 'resident', state },
  at: `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`,
})
const sent = (channel: NoticeEvent['channel'], day: number) => event('notified', channel, 'Sent', day)
const heard = (channel: NoticeEvent['channel'], state: string, day: number) => event('delivery', channel, state, day)

test('a resident was told when the first message went that nobody reported as lost', () => {
  const table: [name: string, events: NoticeEvent[], told: number | null, mailed: number | null][] = [
    ['nothing', [], null, null],
    ['not sent', [event('notified', 'sms', 'Not sent', 1)], null, null],
    ['the earlier of two ways', [sent('email', 2), sent('sms', 1)], 1, null],
    ['a letter is no text', [sent('certified_mail', 1)], null, 1],
    ['sent again later', [sent('sms', 1), sent('sms', 9)], 1, null],
    ['lost', [sent('sms', 1), heard('sms', 'undelivered', 2)], null, null],
    ['lost, and sent again', [sent('sms', 1), heard('sms', 'undelivered', 2), sent('sms', 3)], 3, null],
    ['arrived', [sent('sms', 1), heard('sms', 'delivered', 2)], 1, null],
    ['lost one way, not the other', [sent('sms', 1), sent('email', 2), heard('sms', 'undelivered', 3)], 2, null],
    ['a letter goes when the post has it', [sent('certified_mail', 1), heard('certified_mail', 'mailed', 3)], null, 3],
    [
      'a letter that came back',
      [sent('certified_mail', 1), heard('certified_mail', 'returned_to_sender', 8)],
      null,
      null,
    ],
    ['a word of nothing that we sent', [heard('sms', 'delivered', 1)], null, null],
  ]
  const at = (day: number | null) => day && `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
  for (const [name, events, told, mailed] of table)
    assert.deepEqual(firstNotices(events), { toldAt: at(told), mailedAt: at(mailed) }, name)
})
