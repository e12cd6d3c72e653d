import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { firstMonth, nextMonth, nextTry, purchaseNumber } from './domain.ts'

const at = (text: string) => Temporal.Instant.from(text)

test('counts months from one day, so that the 31st comes back after a February', () => {
  let month = firstMonth(at('2027-01-31T09:00:00Z'))
  const ends = [month.periodEnd.toString()]
  for (let count = 0; count < 4; count++) {
    month = nextMonth(month, month.periodEnd)
    ends.push(month.periodEnd.toString())
  }
  const days = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30']
  assert.deepEqual(
    ends,
    days.map((day) => `${day}T09:00:00Z`),
  )
})

test('a month follows the previous one without a gap, even if it is paid some days late', () => {
  const first = firstMonth(at('2026-11-21T09:00:00Z'))
  const next = nextMonth(first, first.periodEnd.add({ hours: 24 * 7 }))
  assert.equal(next.periodStart.toString(), first.periodEnd.toString())
  assert.equal(next.periodEnd.toString(), '2027-01-21T09:00:00Z')
})

test('charges no one for a month that is over', () => {
  const first = firstMonth(at('2026-11-21T09:00:00Z'))
  const now = at('2027-03-02T12:00:00Z')
  assert.deepEqual(nextMonth(first, now), firstMonth(now))
  const instant = fc
    .integer({ min: 1_700_000_000, max: 4_000_000_000 })
    .map((s) => Temporal.Instant.fromEpochMilliseconds(s * 1000))
  fc.assert(
    fc.property(instant, instant, (begun, paid) => {
      const next = nextMonth(firstMonth(begun), paid)
      assert.ok(Temporal.Instant.compare(next.periodEnd, paid) > 0)
      assert.ok(Temporal.Instant.compare(next.periodStart, next.periodEnd) < 0)
    }),
  )
})

test('tries a refused month three times in seven days', () => {
  const due = at('2026-12-21T09:00:00Z')
  const second = nextTry(1, due) as Temporal.Instant
  const third = nextTry(2, second) as Temporal.Instant
  assert.deepEqual([second.toString(), third.toString()], ['2026-12-24T09:00:00Z', '2026-12-28T09:00:00Z'])
  assert.equal(nextTry(3, third), null)
})

test('a receipt number has its own format', () => {
  assert.match(purchaseNumber(new Uint8Array(8).fill(31)), /^SC-Z{8}$/)
})
