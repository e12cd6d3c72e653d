import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isQuiet, waitsUntil } from './quiet-domain.ts'

test('the quiet hours follow the local time', () => {
  const at = (text: string) => isQuiet(Temporal.Instant.from(text), 'America/Phoenix')
  assert.deepEqual(
    ['2026-11-27T02:59:59Z', '2026-11-27T03:00:00Z', '2026-11-27T14:59:59Z', '2026-11-27T15:00:00Z'].map(at),
    [false, true, true, false],
  )
})

const MORNING = '2026-11-24T16:00:00Z'
type Row = Parameters<typeof waitsUntil>[0]
type About = { at?: string; startsAt?: string; isProductDemo?: boolean }
const cases: [what: string, row: Partial<Row>, about: About, until: string | null][] = [
  ["the resident's text about a booking", {}, {}, MORNING],
  ["the resident's text about an approval", { event: 'approved' }, {}, MORNING],
  ["the resident's text about a move", { event: 'moved' }, {}, MORNING],
  ['the same by day', {}, { at: MORNING }, null],
  ['their email', { channel: 'email' }, {}, null],
  ['their text about a cancellation', { event: 'cancelled' }, {}, null],
  ["the buyer's text", { role: 'buyer' }, {}, null],
  ["the agent's text", { role: 'listing_agent' }, {}, null],
  ['what a person wrote', { event: 'message', role: 'buyer' }, {}, MORNING],
  ['what a person wrote shortly before the start', { event: 'message' }, { startsAt: '2026-11-24T16:30:00Z' }, MORNING],
  ['a start 24 hours after the morning', {}, { startsAt: '2026-11-25T16:00:00Z' }, MORNING],
  ['an earlier start', {}, { startsAt: '2026-11-25T15:59:59Z' }, null],
  ['a start that night', {}, { startsAt: '2026-11-24T12:00:00Z' }, null],
  ["the product's demo", {}, { isProductDemo: true }, null],
]
for (const [what, row, about, until] of cases)
  test(`at night, ${what} ${until ? 'waits for the morning' : 'does not wait'}`, () => {
    const { at = '2026-11-24T10:10:00Z', startsAt = '2026-11-27T21:30:00Z', isProductDemo = false } = about
    const showing = { startsAt: Temporal.Instant.from(startsAt), timeZone: 'America/Los_Angeles', isProductDemo }
    const planned = { event: 'booked', channel: 'sms', role: 'resident', ...row } as const
    const found = waitsUntil(planned, showing, Temporal.Instant.from(at))
    assert.equal(found?.toString() ?? null, until)
  })
