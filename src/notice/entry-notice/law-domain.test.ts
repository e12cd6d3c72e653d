import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assessNotice, countsWhenMailed, type EntryFacts } from './domain.ts'
import { california, LAWS, lawOf, planningLaw, reportRules } from './law-domain.ts'

const nevada = {
  ...california,
  deliveredHours: 30,
  mailedDays: 4,
  statute: () => 'Nevada Revised Statutes section 118A.330',
  report: () => 'In Nevada, notice is due 30 hours ahead.',
}
before(() => {
  LAWS.NV = nevada
})
after(() => {
  delete LAWS.NV
})

const timeZone = 'America/Los_Angeles'
const startsAt = Temporal.Instant.from('2026-12-01T18:00:00Z')
const ahead = (hours: number) => startsAt.subtract({ hours })

test('the law of a second state applies to its properties and no others', () => {
  assert.equal(lawOf({ state: 'nv', occupancy: 'resident' }), nevada)
  assert.equal(planningLaw({ state: 'NV' }), nevada)
  assert.equal(lawOf({ state: 'TX', occupancy: 'resident' }), null)
  for (const state of ['CA', 'TX']) assert.equal(planningLaw({ state }), california)
  const letter = (state: string) => countsWhenMailed({ startsAt, timeZone, state }, ahead(4 * 24))
  assert.deepEqual(['NV', 'CA', 'TX'].map(letter), [true, false, false])
})

test('judges a notice by the law of its state', () => {
  const facts: Omit<EntryFacts, 'state'> = {
    occupancy: 'resident',
    startsAt,
    endsAt: startsAt.add({ minutes: 30 }),
    timeZone,
    offer: 'rental',
    saleNoticeAt: null,
    consentHours: null,
    services: [{ method: 'posted', servedAt: ahead(25) }],
    courtesyAt: null,
  }
  assert.deepEqual(
    ['NV', 'CA', 'TX'].map((state) => assessNotice({ ...facts, state }).isCompliant),
    [false, true, null],
  )
})

test('a report describes each law and says once what it leaves out', () => {
  const [first, second, last, ...more] = reportRules()
  assert.match(first ?? '', /California/)
  assert.equal(second, nevada.report())
  assert.match(last ?? '', /other states/)
  assert.doesNotMatch(`${first}${second}`, /other states/)
  assert.deepEqual(more, [])
})
