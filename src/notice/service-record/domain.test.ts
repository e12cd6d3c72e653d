import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { DomainError } from '../../platform/errors.ts'
import { california } from '../entry-notice/law-domain.ts'
import type { NewService } from './contract.ts'
import { checkService, cleanReason, cleanService, methodName, methods } from './domain.ts'

const startsAt = Temporal.Instant.from('2026-11-27T21:30:00Z')
const noticedAt = Temporal.Instant.from('2026-11-24T17:20:41Z')
const now = Temporal.Instant.from('2026-11-26T18:00:00Z')
const showing = { startsAt, noticedAt, timeZone: 'America/Los_Angeles' }
const entered: NewService = { method: 'posted', servedAt: '2026-11-26T17:00:00Z', servedBy: 'Lena Listing' }

const faultsOf = (change: Partial<NewService>, at = now): string[] => {
  try {
    cleanService({ ...entered, ...change }, showing, at)
    return []
  } catch (error) {
    assert.ok(error instanceof DomainError)
    assert.equal(error.kind, 'invalid')
    return error.issues.map(({ path }) => path)
  }
}

test('names every fault of a record at its field', () => {
  const electronic = { method: 'electronic_with_consent' } as const
  const table: [name: string, change: Partial<NewService>, faults: string[]][] = [
    ['as it should be', {}, []],
    ['with an offset', { servedAt: '2026-11-26T09:00:00-08:00' }, []],
    ['a clock that is five minutes ahead', { servedAt: '2026-11-26T18:05:00Z' }, []],
    ['in the future', { servedAt: '2026-11-26T18:05:01Z' }, ['servedAt']],
    ['in the minute of the booking', { servedAt: '2026-11-24T17:20:00Z' }, []],
    ['before there was a notice', { servedAt: '2026-11-24T17:19:59Z' }, ['servedAt']],
    ['by nobody', { servedBy: ' \u200b ' }, ['servedBy']],
    ['by somebody who cannot be shown', { servedBy: 'Lena\u0007' }, ['servedBy']],
    ['a note that cannot be shown', { note: 'a\u0001b' }, ['note']],
    ['electronic without a consent', electronic, ['consentDate']],
    ['electronic with a consent of the year 0', { ...electronic, consentDate: '0000-01-01' }, ['consentDate']],
    ['electronic with a consent of that day', { ...electronic, consentDate: '2026-11-26' }, []],
    ['electronic with a later consent', { ...electronic, consentDate: '2026-11-27' }, ['consentDate']],
    [
      'everything at once',
      { ...electronic, servedAt: '2030-01-01T00:00:00Z', servedBy: '' },
      ['servedAt', 'servedBy', 'consentDate'],
    ],
  ]
  for (const [name, change, faults] of table) assert.deepEqual(faultsOf(change), faults, name)
})

test("if a device sends its own time, too, we count the service's age back from our clock", () => {
  const servedAfter = (servedAt: string, sentAt: string) =>
    cleanService({ ...entered, servedAt, sentAt }, showing, now).servedAt.toString()
  const quarterBefore = '2026-11-26T17:45:00Z'
  assert.equal(servedAfter('2026-11-26T17:15:00Z', '2026-11-26T17:30:00Z'), quarterBefore, 'half an hour slow')
  assert.equal(servedAfter('2026-11-26T18:45:00+00:00', '2026-11-26T19:00:00Z'), quarterBefore, 'an hour fast')
  assert.equal(servedAfter('2026-11-26T19:00:00Z', '2026-11-26T18:00:00Z'), '2026-11-26T18:00:00Z', 'set back since')
  assert.deepEqual(faultsOf({ servedAt: '2026-11-23T18:00:00Z', sentAt: '2026-11-26T18:00:00Z' }), ['servedAt'])
})

test('no one can serve a notice once the showing has begun', () => {
  const after = startsAt.add({ hours: 2 })
  assert.deepEqual(faultsOf({ servedAt: startsAt.toString() }, after), ['servedAt'])
  assert.deepEqual(faultsOf({ servedAt: startsAt.subtract({ seconds: 1 }).toString() }, after), [])
})

test('the date of a consent is local to the property', () => {
  // It is 11:30 PM there, and the next day in UTC.
  const late = { method: 'electronic_with_consent', servedAt: '2026-11-26T07:30:00Z' } as const
  assert.deepEqual(faultsOf({ ...late, consentDate: '2026-11-25' }), [])
  assert.deepEqual(faultsOf({ ...late, consentDate: '2026-11-26' }), ['consentDate'])
})

test('keeps one name, whole seconds, and a consent only for electronic notice', () => {
  const clean = cleanService(
    {
      ...entered,
      servedAt: '2026-11-26T17:00:00.987Z',
      servedBy: ' Lena \n Listing ',
      note: '  ',
      consentDate: '2026-01-01',
    },
    showing,
    now,
  )
  assert.deepEqual(
    { ...clean, servedAt: clean.servedAt.toString() },
    { method: 'posted', servedAt: '2026-11-26T17:00:00Z', servedBy: 'Lena Listing', note: null, consentDate: null },
  )
})

test('keeps a time only if it is between the notice and the start and not in the future', () => {
  const moments = fc
    .integer({ min: -200, max: 200 })
    .chain((hours) => fc.tuple(fc.constant(hours), fc.integer({ min: 0, max: 3599 })))
  fc.assert(
    fc.property(moments, fc.integer({ min: -200, max: 200 }), ([hours, seconds], nowHours) => {
      const at = noticedAt.add({ hours }).add({ seconds })
      const moment = noticedAt.add({ hours: nowHours })
      const isKept = faultsOf({ servedAt: at.toString() }, moment).length === 0
      const ms = at.epochMilliseconds
      const isSound =
        ms < startsAt.epochMilliseconds &&
        ms >= noticedAt.epochMilliseconds - 60_000 &&
        ms <= moment.epochMilliseconds + 301_000
      assert.ok(!isKept || isSound)
    }),
  )
})

test('refuses a service if no one needs notice, or before there is a notice', () => {
  const code = (change: object) =>
    checkService({ status: 'confirmed', occupancy: 'resident', isDemo: false, ...change })?.code ?? null
  const table: [object, string | null][] = [
    [{}, null],
    [{ status: 'completed' }, null],
    [{ status: 'no_show' }, null],
    [{ occupancy: 'vacant' }, 'no_service_needed'],
    [{ occupancy: 'owner' }, 'no_service_needed'],
    [{ isDemo: true }, 'demo_not_logged'],
    [{ status: 'pending' }, 'not_approved'],
    [{ status: 'cancelled' }, 'showing_off'],
    [{ status: 'declined' }, 'showing_off'],
  ]
  for (const [change, expected] of table) assert.equal(code(change), expected, JSON.stringify(change))
})

test('requires a reason; every method has a name and, under a law we know, a hint when it counts', () => {
  assert.equal(cleanReason('  The wrong door. '), 'The wrong door.')
  for (const reason of ['', ' \n', 'a\u0002'])
    assert.throws(() => cleanReason(reason), { kind: 'invalid', code: 'invalid' })
  assert.equal(new Set(methods(california).map(({ label }) => label)).size, 6)
  for (const { value, label, hint } of methods(california))
    assert.ok(methodName(value) === label && (hint ?? '').length > 20)
  assert.deepEqual([...new Set(methods(null).map(({ hint }) => hint))], [null])
})
