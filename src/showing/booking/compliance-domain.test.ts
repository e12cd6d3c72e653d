import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceMethod } from '../../notice/entry-notice/domain.ts'
import { writeInstant } from '../../platform/instant.ts'
import { type ComplianceFacts, complianceOf } from './compliance-domain.ts'

const startsAt = Temporal.Instant.from('2026-11-24T21:30:00Z')
const before = (hours: number) => startsAt.subtract({ minutes: Math.round(hours * 60) })
const facts: ComplianceFacts = {
  status: 'completed',
  isDemo: false,
  state: 'CA',
  occupancy: 'resident',
  startsAt,
  endsAt: startsAt.add({ minutes: 30 }),
  timeZone: 'America/Los_Angeles',
  isRental: true,
  consentHours: null,
  bookedAt: before(72),
  notifiedAt: before(71),
  mailedAt: null,
  isLetterOnItsWay: false,
  services: [],
}

test('compliance depends on what was actually sent', () => {
  type Row = [
    name: string,
    change: Partial<ComplianceFacts>,
    isCompliant: boolean | null,
    has: boolean,
    hours: number | null,
  ]
  const table: Row[] = [
    ['texts alone are no notice', {}, false, true, 71],
    ['a letter of six days is', { mailedAt: before(150), notifiedAt: before(150) }, true, true, 150],
    ['left at the door a day ahead', { services: [{ method: 'posted', servedAt: before(25) }] }, true, true, 71],
    ['left at the door too late', { services: [{ method: 'posted', servedAt: before(23) }] }, false, true, 71],
    ['told in person, of a rental', { services: [{ method: 'oral', servedAt: before(48) }] }, false, true, 71],
    [
      'sent electronically with written consent',
      { services: [{ method: 'electronic_with_consent', servedAt: before(24) }] },
      ...([true, true, 71] as const),
    ],
    [
      'a service is notice by itself',
      { notifiedAt: null, services: [{ method: 'personal', servedAt: before(30) }] },
      true,
      true,
      30,
    ],
    ['a letter that was ordered, no more', { isLetterOnItsWay: true }, false, true, 71],
    ['a letter of five days is not', { mailedAt: before(120), notifiedAt: before(120) }, false, true, 120],
    ['told too late', { notifiedAt: before(23) }, false, false, 23],
    ['told after the start', { notifiedAt: before(-2) }, false, false, 0],
    ['not told', { notifiedAt: null }, false, false, null],
    ['vacant: by the booking', { occupancy: 'vacant', notifiedAt: null }, true, true, 72],
    ['the owner lives there', { occupancy: 'owner', notifiedAt: null }, true, true, 72],
    ['the owner lives there and was told', { occupancy: 'owner' }, true, true, 71],
    ["another state's law", { state: 'NV' }, null, true, 71],
    ['nobody entered', { status: 'cancelled' }, null, true, 71],
    ['declined', { status: 'declined', occupancy: 'vacant' }, null, true, 71],
    ['a no-show is judged', { status: 'no_show', occupancy: 'vacant', notifiedAt: null }, true, true, 72],
    ['a demo', { isDemo: true, occupancy: 'vacant', notifiedAt: null }, null, true, 72],
  ]
  for (const [name, change, ...expected] of table) {
    const { isCompliant, hasAdvanceNotice, advanceNoticeHours, complianceReasons } = complianceOf(
      { ...facts, ...change },
      before(48),
    )
    assert.deepEqual([isCompliant, hasAdvanceNotice, advanceNoticeHours], expected, name)
    if (isCompliant !== null) assert.ok(complianceReasons.length > 0, name)
  }
})

test('the notice to a tenant is served, insufficient, or not served yet', () => {
  const served = (method: ServiceMethod, hours: number) => ({ services: [{ method, servedAt: before(hours) }] })
  const table: [name: string, change: Partial<ComplianceFacts>, state: string | undefined][] = [
    ['texts alone', {}, 'not_served'],
    ['at the door in time', served('posted', 24), 'served'],
    ['at the door a minute late', served('posted', 23.98), 'not_enough'],
    ['told', served('oral', 48), 'not_enough'],
    ['a letter of six days', { mailedAt: before(150) }, 'served'],
    ['a letter of five days', { mailedAt: before(120) }, 'not_enough'],
    ['a letter that was ordered', { isLetterOnItsWay: true }, 'not_served'],
    ['on a Sunday all the same', { ...served('personal', 96), startsAt: before(48), endsAt: before(47.5) }, 'served'],
    ['another state', { state: 'NV', ...served('oral', 1) }, 'served'],
    ['vacant', { occupancy: 'vacant' }, undefined],
    ['the owner lives there', { occupancy: 'owner' }, undefined],
    ['pending', { status: 'pending' }, undefined],
    ['cancelled', { status: 'cancelled' }, undefined],
    ['a demo', { isDemo: true }, undefined],
  ]
  for (const [name, change, state] of table)
    assert.equal(complianceOf({ ...facts, ...change }, before(48)).notice?.state, state, name)
  const { deliverBy, mailBy } = complianceOf(facts, before(48)).notice ?? {}
  assert.deepEqual([deliverBy, mailBy], [writeInstant(before(24)), writeInstant(before(144))])
  assert.equal(complianceOf({ ...facts, state: 'NV' }, before(48)).notice?.deliverBy, null)
})

test('a letter in the mail is mentioned until the resident has other notice', () => {
  const reasons = (change: Partial<ComplianceFacts>) =>
    complianceOf({ ...facts, isLetterOnItsWay: true, ...change }, before(48)).complianceReasons.join(' ')
  assert.match(reasons({}), /counts from its mailing date/)
  assert.doesNotMatch(reasons({ services: [{ method: 'personal', servedAt: before(48) }] }), /the post/)
})

test('before an approval, the record says when the notice would be due, and whether that is too late', () => {
  const asked = (hours: number, change: Partial<ComplianceFacts> = {}) =>
    complianceOf({ ...facts, status: 'pending', ...change }, before(hours)).noticeOnApproval
  const deliverBy = writeInstant(before(24))
  assert.deepEqual(asked(24), { deliverBy, isTooLate: false })
  assert.deepEqual(asked(23.9), { deliverBy, isTooLate: true })
  for (const change of [{ occupancy: 'vacant' }, { occupancy: 'owner' }, { state: 'NV' }, { isDemo: true }] as const)
    assert.equal(asked(23, change), null)
  assert.equal(asked(23, { status: 'confirmed' }), null)
})
