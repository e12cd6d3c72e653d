import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { isMailSold } from '../../property/availability/domain.ts'
import {
  assessNotice,
  countsWhenMailed,
  type EntryFacts,
  isInBusinessHours,
  noticeDeadlines,
  type ServiceMethod,
} from './domain.ts'
import { california, lawOf } from './law-domain.ts'

const LA = 'America/Los_Angeles'
const local = (text: string, zone = LA) => Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant()

/** Tuesday, December 1, 2026, 10:00 to 10:30 in Los Angeles. */
const startsAt = local('2026-12-01T10:00')
const facts: EntryFacts = {
  state: 'CA',
  occupancy: 'resident',
  startsAt,
  endsAt: startsAt.add({ minutes: 30 }),
  timeZone: LA,
  offer: 'rental',
  saleNoticeAt: null,
  consentHours: null,
  services: [],
  courtesyAt: null,
}
const served = (method: ServiceMethod, when: string) => [{ method, servedAt: local(when) }]

test('each way of delivery makes notice reasonable up to its own deadline and not a minute later', () => {
  const table: [ServiceMethod, string, boolean][] = [
    ['personal', '2026-11-30T10:00', true],
    ['personal', '2026-11-30T10:01', false],
    ['suitable_person', '2026-11-30T10:00', true],
    ['suitable_person', '2026-11-30T10:01', false],
    ['posted', '2026-11-30T10:00', true],
    ['posted', '2026-11-30T10:01', false],
    ['electronic_with_consent', '2026-11-30T10:00', true],
    ['electronic_with_consent', '2026-11-30T10:01', false],
    ['mailed', '2026-11-25T10:00', true],
    ['mailed', '2026-11-25T10:01', false],
    ['mailed', '2026-11-29T10:00', false],
    // Oral notice never counts for a rental, however early it is.
    ['oral', '2026-11-24T10:00', false],
  ]
  for (const [method, when, isCompliant] of table) {
    const found = assessNotice({ ...facts, services: served(method, when) })
    assert.equal(found.isCompliant, isCompliant, `${method} ${when}: ${found.reasons}`)
  }
})

test('the six days for mail are calendar days at the property, even if the clocks change', () => {
  const start = local('2026-03-10T10:00')
  const { mailBy, deliverBy } = noticeDeadlines(start, LA, california)
  assert.equal(mailBy.toZonedDateTimeISO(LA).toPlainDateTime().toString(), '2026-03-04T10:00:00')
  assert.equal(deliverBy.until(start).total('hours'), 24)
  // The clocks skipped an hour that night. We count 24 elapsed hours, not wall-clock hours.
  const sunday = noticeDeadlines(local('2026-03-08T10:00'), LA, california)
  assert.equal(sunday.deliverBy.toZonedDateTimeISO(LA).toPlainDateTime().toString(), '2026-03-07T09:00:00')
})

test('oral notice counts for a sale if it comes 24 hours ahead and within 120 days of the written notice of sale', () => {
  const oral = served('oral', '2026-11-30T10:00')
  const table: [Partial<EntryFacts>, boolean][] = [
    [{ offer: 'sale', saleNoticeAt: local('2026-11-01T09:00'), services: oral }, true],
    [{ offer: 'sale', saleNoticeAt: local('2026-08-02T10:00'), services: oral }, true],
    [{ offer: 'sale', saleNoticeAt: local('2026-08-02T09:59'), services: oral }, false],
    [{ offer: 'sale', saleNoticeAt: local('2026-11-30T10:01'), services: oral }, false],
    [{ offer: 'sale', saleNoticeAt: null, services: oral }, false],
    [{ offer: 'rental', saleNoticeAt: local('2026-11-01T09:00'), services: oral }, false],
    [{ offer: 'unknown', saleNoticeAt: local('2026-11-01T09:00'), services: oral }, false],
    [{ offer: 'sale', saleNoticeAt: local('2026-11-01T09:00'), services: served('oral', '2026-11-30T10:01') }, false],
  ]
  for (const [change, isCompliant] of table) {
    const found = assessNotice({ ...facts, ...change })
    assert.equal(found.isCompliant, isCompliant, found.reasons.join(' '))
  }
})

test('texts and emails are a courtesy, however early they come', () => {
  const found = assessNotice({ ...facts, courtesyAt: local('2026-11-20T10:00') })
  assert.deepEqual(found, {
    isCompliant: false,
    hasAdvanceNotice: true,
    advanceNoticeHours: 264,
    isServed: false,
    reasons: [
      'There is no record that the written notice was delivered.',
      'Texts and emails are a courtesy. Without written consent, they are not notice under section 1954.',
    ],
  })
})

test('claims nothing without a notice', () => {
  assert.deepEqual(assessNotice(facts), {
    isCompliant: false,
    hasAdvanceNotice: false,
    advanceNoticeHours: null,
    isServed: false,
    reasons: ['There is no record that the written notice was delivered.'],
  })
})

test('one lawful delivery is enough, and the hours of notice count from the first notification of any kind', () => {
  const found = assessNotice({
    ...facts,
    services: [...served('mailed', '2026-11-28T10:00'), ...served('posted', '2026-11-29T09:30')],
    courtesyAt: local('2026-11-27T10:00'),
  })
  assert.equal(found.isCompliant, true)
  assert.equal(found.advanceNoticeHours, 96)
  assert.deepEqual(found.reasons, ['Written notice was left at the usual entry door 48 hours ahead.'])
})

test('a delivery after the start is no notice', () => {
  const found = assessNotice({ ...facts, services: served('personal', '2026-12-01T10:05') })
  assert.equal(found.isCompliant, false)
  assert.equal(found.hasAdvanceNotice, false)
  assert.match(found.reasons[0] ?? '', /0 hours ahead. It needs 24 hours/)
})

test('the whole entry must be in local business hours, unless the resident agreed to other hours', () => {
  const evening = {
    saturday: { enabled: true, start: '10:00', end: '14:00' },
    sunday: { enabled: false, start: '10:00', end: '14:00' },
  }
  const table: [string, boolean, boolean][] = [
    ['2026-12-01T08:00', true, true],
    ['2026-12-01T07:30', false, false],
    ['2026-12-01T16:30', true, true],
    ['2026-12-01T17:00', false, false],
    ['2026-12-04T16:30', true, true],
    ['2026-12-05T10:00', false, true],
    ['2026-12-05T13:30', false, true],
    ['2026-12-05T14:00', false, false],
    ['2026-12-06T10:00', false, false],
  ]
  for (const [when, business, lawfulWithConsent] of table) {
    const start = local(when)
    const entry = {
      ...facts,
      startsAt: start,
      endsAt: start.add({ minutes: 30 }),
      services: served('posted', '2026-11-28T10:00'),
    }
    assert.equal(isInBusinessHours(entry, california), business, when)
    assert.equal(assessNotice(entry).isCompliant, business, when)
    assert.equal(assessNotice({ ...entry, consentHours: evening }).isCompliant, lawfulWithConsent, when)
  }
})

test('deadlines and hours of entry follow the numbers of the law', () => {
  const startsAt = local('2026-12-05T10:00')
  const endsAt = startsAt.add({ minutes: 30 })
  const stricter = {
    ...california,
    deliveredHours: 48,
    mailedDays: 8,
    businessHours: { lastWeekday: 6, start: '09:00', end: '20:00' },
  }
  const { deliverBy, mailBy } = noticeDeadlines(startsAt, LA, stricter)
  assert.equal(deliverBy.until(startsAt).total('hours'), 48)
  assert.equal(mailBy.toZonedDateTimeISO(LA).toPlainDateTime().toString(), '2026-11-27T10:00:00')
  // This is a Saturday.
  assert.equal(isInBusinessHours({ startsAt, endsAt, timeZone: LA }, stricter), true)
  assert.equal(isInBusinessHours({ startsAt, endsAt, timeZone: LA }, california), false)
})

test('section 1954 does not apply to owners, vacant properties, and other states', () => {
  assert.equal(lawOf({ state: 'ca', occupancy: 'resident' }), california)
  for (const occupancy of ['owner', 'vacant'] as const) {
    assert.equal(lawOf({ state: 'CA', occupancy }), null)
    const found = assessNotice({ ...facts, occupancy })
    assert.equal(found.isCompliant, true)
    assert.equal(found.hasAdvanceNotice, true)
    assert.doesNotMatch(found.reasons.join(' '), /1954/)
  }
  const texas = assessNotice({ ...facts, state: 'TX', courtesyAt: local('2026-11-28T10:00') })
  assert.equal(texas.isCompliant, null)
  assert.equal(texas.hasAdvanceNotice, true)
  assert.match(texas.reasons.join(' '), /TX.*did not check/)
})

test('a letter counts as notice until exactly six days before the showing, and not a second longer', () => {
  const startsAt = Temporal.Instant.from('2026-11-30T18:00:00Z')
  const last = Temporal.Instant.from('2026-11-24T18:00:00Z')
  // If we do not know the state's law, we apply California's to letters.
  for (const state of ['CA', 'TX']) {
    const letter = { startsAt, timeZone: 'America/Los_Angeles', state }
    assert.equal(countsWhenMailed(letter, last), true)
    assert.equal(countsWhenMailed(letter, last.add({ seconds: 1 })), false)
  }
})

test('a letter that we sell still counts as notice a day later, and no letter counts less than 6 days ahead', () => {
  const zones = fc.constantFrom('America/Los_Angeles', 'America/New_York', 'America/Phoenix', 'America/Chicago')
  const at = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-01-01') })
  fc.assert(
    fc.property(zones, at, fc.integer({ min: 0, max: 20 * 24 * 60 }), (timeZone, nowMs, minutes) => {
      const now = Temporal.Instant.fromEpochMilliseconds(nowMs)
      const startsAt = now.add({ minutes })
      const letter = { startsAt, timeZone, state: 'CA' }
      const isSold = isMailSold(startsAt, timeZone, now)
      if (isSold) assert.ok(countsWhenMailed(letter, now.add({ hours: 22 })))
      if (minutes >= 7 * 24 * 60 + 60) assert.ok(isSold)
      if (minutes < 7 * 24 * 60 - 60) assert.ok(!isSold)
      if (countsWhenMailed(letter, now)) assert.ok(minutes >= 6 * 24 * 60 - 60)
    }),
  )
})
