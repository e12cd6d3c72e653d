import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { DomainError } from '../../platform/errors.ts'
import { patternOf } from '../../platform/search-words.ts'
import { searchOf, searchPatterns } from './search-domain.ts'

const now = Temporal.Instant.from('2026-11-21T17:00:00Z')
const faultOf = (act: () => unknown): [string, string] => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return [error.kind, error.issues[0]?.path ?? '']
    throw error
  }
  return assert.fail('nothing was wrong')
}

test('upcoming means not ended, past means begun, and a showing in progress is both', () => {
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

test('only the days of upcoming showings do not count for requests', () => {
  const { findsAllRequests } = searchOf({ when: 'upcoming', days: 14, sort: 'date' }, now)
  assert.equal(findsAllRequests, true)
  for (const filter of [{ when: 'past', days: 14 }, { when: 'upcoming' }, { to: '2026-12-01' }, {}] as const)
    assert.equal(searchOf({ ...filter, sort: 'date' }, now).findsAllRequests, false)
})

test('the bounds for a range of dates include every start of those dates in any time zone', () => {
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

test('the narrower of two bounds applies', () => {
  const { startsFrom, startsBefore } = searchOf(
    { when: 'upcoming', days: 2, from: '2026-11-01', to: '2026-12-30', sort: 'date' },
    now,
  )
  assert.deepEqual([startsFrom, startsBefore], ['2026-11-21T16:30:00Z', '2026-11-23T17:00:00Z'])
})

test('a range that ends before it begins, and days without upcoming or past, are errors at their fields', () => {
  const at = (filter: object) => faultOf(() => searchOf({ sort: 'date', ...filter }, now))
  assert.deepEqual(at({ from: '2026-11-22', to: '2026-11-21' }), ['invalid', 'to'])
  assert.deepEqual(at({ days: 7 }), ['invalid', 'days'])
})

test('a search looks for each word separately and for a phone by its number in any spelling', () => {
  const table: [string, string[]][] = [
    ['', []],
    ['   ', []],
    ['Maria  GOMEZ', ['maria', 'gomez']],
    ['SB-7K2M9QXD', ['sb-7k2m9qxd']],
    ['(213) 555-0142', ['+12135550142']],
    ['+1 213 555 0142', ['+12135550142']],
    ['020 7946 0958', ['2079460958']],
    ['(213) 555-0142 ext. 7', ['+12135550142']],
    ['213 555 0142 x7', ['+12135550142']],
    ['555-0142', ['5550142']],
    ['742 Juniper Street #12', ['742', 'juniper', 'street', '#12']],
    ['742 Juniper', ['742', 'juniper']],
    ['100%_\\', ['100%_\\']],
    ['2817 Alder Street, Unit 3', ['2817', 'alder', 'street', 'unit', '3']],
    [
      '2817 Alder Street, Unit 3, Los Angeles, CA 90026',
      ['2817', 'alder', 'street', 'unit', '3', 'los', 'angeles', 'ca', '90026'],
    ],
    ['gomez, maria', ['gomez', 'maria']],
    ['a b c d e f', ['a', 'b', 'c', 'd', 'e', 'f']],
  ]
  for (const [text, words] of table) assert.deepEqual(searchPatterns(text), words.map(patternOf), text)
})
