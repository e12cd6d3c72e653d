import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'
import { type Actor, visitor } from '../../platform/actor.ts'
import { DomainError } from '../../platform/errors.ts'
import type { PreviewForm } from './contract.ts'

let app: TestApp
let agentId: string
const actor = (accountId: string, role: 'agent' | 'admin' = 'agent'): Actor => ({
  kind: 'account',
  accountId,
  role,
  email: 'x@example.com',
})
before(async () => {
  app = await testApp()
  agentId = await makeAgent(app.db)
})
after(() => app.close())
// 12:00 in Los Angeles, so December 23 is the first date.
beforeEach(() => app.clock.set('2026-12-21T20:00:00Z'))

const preview = (form: PreviewForm, who = actor(agentId)) => app.availability.preview(who, form)
async function dayOf(form: PreviewForm, date: string) {
  const { days } = await preview({ state: 'CA', ...form })
  const day = days.find((one) => one.date === date)
  return { times: day?.slots.map(({ time }) => time) ?? [], notes: day?.notes ?? [] }
}
const WEEKEND = 'Weekend showings may have limited availability'
const HOLIDAY = 'Holiday showings may need special coordination'

test("without a property, only the settings decide, in the state's time zone or the given one", async () => {
  const { time_zone, days } = await preview({ state: 'ny' })
  assert.deepEqual([time_zone, days.length, days[0]?.date], ['America/New_York', 15, '2026-12-23'])
  assert.equal((await preview({ state: 'NY', time_zone: 'America/Denver' })).time_zone, 'America/Denver')
  assert.deepEqual((await dayOf({}, '2026-12-24')).times.length, 16)
})

test('a day says whether it is a weekend, a holiday, too soon, or closed', async () => {
  assert.deepEqual((await dayOf({}, '2026-12-24')).notes, [])
  assert.deepEqual((await dayOf({}, '2026-12-26')).notes, [WEEKEND])
  assert.deepEqual((await dayOf({}, '2026-12-25')).notes, [HOLIDAY])
  assert.deepEqual((await dayOf({}, '2027-01-01')).notes, [HOLIDAY])
  // At 12:00 in Los Angeles, everything before 12:00 in two days is too soon.
  assert.equal((await dayOf({}, '2026-12-23')).times[0], '12:00')
  app.clock.set('2026-12-22T01:30:00Z')
  assert.deepEqual(await dayOf({}, '2026-12-23'), {
    times: [],
    notes: ["Too soon: a showing needs 48 hours' notice"],
  })
})

test('says why a day has no times: the date is closed, the weekday is closed, or the law forbids entry', async () => {
  const closed = { availability_overrides: [{ date: '2026-12-25', closed: true }] }
  assert.deepEqual(await dayOf(closed, '2026-12-25'), { times: [], notes: ['Closed on this date'] })
  const mondays: PreviewForm = {
    availability_type: 'custom',
    custom_availability: { monday: { enabled: true, start: '10:00', end: '11:00' } },
  }
  assert.deepEqual(await dayOf(mondays, '2026-12-28'), { times: ['10:00', '10:30'], notes: [] })
  assert.deepEqual(await dayOf(mondays, '2026-12-29'), { times: [], notes: ['Closed on this day of the week'] })
  const enforced: PreviewForm = { occupancy_status: 'resident', entry_hours_rule: 'enforce' }
  assert.deepEqual(await dayOf(enforced, '2026-12-26'), {
    times: [],
    notes: ['Outside legal entry hours for an occupied home'],
  })
  const consent = { resident_consent_hours: { saturday: { enabled: true, start: '10:00', end: '11:00' } } }
  assert.deepEqual(await dayOf({ ...enforced, ...consent }, '2026-12-26'), {
    times: ['10:00', '10:30'],
    notes: [WEEKEND],
  })
})

test("with a property, omitted settings are the property's own, and its blocked times are taken", async () => {
  const { id, slug } = await makeProperty(app.db, { ownerId: agentId, timeZone: 'America/Denver', bufferMinutes: 30 })
  const { days } = await app.availability.days(slug)
  const asIs = await preview({ propertyId: id })
  assert.equal(asIs.time_zone, 'America/Denver')
  assert.deepEqual(
    asIs.days.map(({ notes: _, ...day }) => day),
    days,
  )
  await bookShowing(app, makeForm(slug, { showingDate: '2026-12-29', showingTime: '10:00' }))
  const free = async (form: PreviewForm) => {
    const seen = (await preview({ propertyId: id, ...form })).days.find(({ date }) => date === '2026-12-29')
    return seen?.slots
      .filter(({ available }) => available)
      .map(({ time }) => time)
      .slice(0, 3)
  }
  assert.deepEqual(await free({}), ['09:00', '11:00', '11:30'])
  // The range that a booked showing blocks stays. With a smaller buffer, an earlier start fits again.
  assert.deepEqual(await free({ buffer_minutes: 0 }), ['09:00', '09:30', '11:00'])
  const taken = { availability_overrides: [{ date: '2026-12-29', start: '10:00', end: '10:30' }] }
  const full = (await preview({ propertyId: id, ...taken })).days.find(({ date }) => date === '2026-12-29')
  assert.deepEqual([full?.slots.length, full?.notes], [1, ['All times are taken']])
})

test('only the owner and an admin can preview an unlisted property', async () => {
  const { id } = await makeProperty(app.db, { ownerId: agentId, status: 'unlisted' })
  assert.equal((await preview({ propertyId: id })).days.length, 15)
  const otherId = await makeAgent(app.db)
  await assert.rejects(preview({ propertyId: id }, actor(otherId)), { kind: 'not_found' })
  assert.equal((await preview({ propertyId: id }, actor(otherId, 'admin'))).days.length, 15)
  await assert.rejects(preview({ state: 'CA' }, visitor), { kind: 'unauthenticated' })
})

test('shows a message at the field of each wrong setting', async () => {
  const form: PreviewForm = {
    state: 'ZZ',
    time_zone: 'PST',
    buffer_minutes: -1,
    custom_availability: { monday: { enabled: true, start: '10:15', end: '11:00' } },
  }
  await assert.rejects(preview(form), (error) => {
    assert.ok(error instanceof DomainError && error.kind === 'invalid')
    assert.deepEqual(error.issues.map(({ path }) => path).sort(), [
      'buffer_minutes',
      'custom_availability.monday.start',
      'state',
      'time_zone',
    ])
    return true
  })
  await assert.rejects(preview({}), { message: 'Please select a state' })
})
