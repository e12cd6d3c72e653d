import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp()
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

const own = (token: string, name: string, body?: object) =>
  app.call('POST', `/api/showingbooker/public/booking/${token}/${name}`, body)
const agents = (method: 'GET' | 'POST', path: string, body?: object) =>
  app.call(method, `/api/showingbooker/bookings/${path}`, body, { cookie: agent.cookie, origin: app.config.publicUrl })

async function booked(approval: 'manual' | 'automatic') {
  const home = await makeProperty(app.db, { approval, ownerId: agent.accountId })
  const shown = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  return { home, ...shown, id: shown.booking.id as string }
}

const recordOf = async (id: string) => {
  const { decisionDueAt, refund, can } = (await agents('GET', id)).body
  return { decisionDueAt, refund, can: Object.keys(can).filter((name) => can[name]) }
}

test("the agent's record says what they can do now, until when, and what the buyer requests", async () => {
  const { id } = await booked('manual')
  const pending = await recordOf(id)
  assert.deepEqual(pending, {
    decisionDueAt: '2026-11-23T09:00:00.000Z',
    refund: null,
    can: ['approve', 'decline', 'cancel', 'reassign'],
  })
  app.clock.set('2026-11-23T09:00:00Z')
  assert.deepEqual((await recordOf(id)).can, ['decline', 'cancel', 'reassign'])
  app.clock.set('2026-11-21T09:00:00Z')
  const approved = await agents('POST', `${id}/approve`)
  assert.deepEqual(
    [approved.body.decisionDueAt, approved.body.can.approve, approved.body.can.cancel],
    [null, false, true],
  )

  const { id: paid, token } = await booked('automatic')
  assert.deepEqual(await recordOf(paid), {
    decisionDueAt: null,
    refund: null,
    can: ['cancel', 'reassign', 'proposeMove'],
  })
  app.clock.set('2026-11-27T22:10:00Z')
  await own(token, 'refund-request', { reason: 'Locked out' })
  const asked = {
    reason: 'Locked out',
    requestedAt: '2026-11-27T22:10:00.000Z',
    dueAt: '2026-12-03T22:10:00.000Z',
  }
  assert.deepEqual(await recordOf(paid), {
    decisionDueAt: null,
    refund: { ...asked, status: 'asked', answer: null },
    can: ['cancel', 'reassign', 'decideRefund'],
  })
  await agents('POST', `${paid}/refund`, { decision: 'decline', reason: 'The door was open' })
  assert.deepEqual(await recordOf(paid), {
    decisionDueAt: null,
    refund: { ...asked, status: 'declined', answer: 'The door was open' },
    can: ['cancel', 'reassign'],
  })
})

const pageOf = async (token: string) => {
  const { can, booking, ...page } = (await app.call('GET', `/api/showingbooker/public/booking/${token}`)).body
  const { decisionDueAt, movedFrom, cancelledBy, money, refund } = page
  const may = Object.keys(can).filter((name) => can[name])
  return { status: booking.status, can: may, decisionDueAt, movedFrom, cancelledBy, money, refund }
}

test("the buyer's page says what they can do, what has happened, and where their money is", async () => {
  const nothing = { decisionDueAt: null, movedFrom: null, cancelledBy: null, refund: null }
  const { id: asked, token } = await booked('manual')
  assert.deepEqual(await pageOf(token), {
    ...nothing,
    status: 'pending',
    can: ['cancel'],
    money: 'authorized',
    decisionDueAt: '2026-11-23T09:00:00.000Z',
  })
  await agents('POST', `${asked}/approve`)
  assert.deepEqual(await pageOf(token), { ...nothing, status: 'confirmed', can: ['cancel', 'move'], money: 'paid' })
  await app.runJobs()
  await agents('POST', `${asked}/cancel`)
  const cancelled = { ...nothing, status: 'cancelled', can: ['bookAgain'], cancelledBy: 'agent' }
  assert.deepEqual(await pageOf(token), { ...cancelled, money: 'returning' })
  await app.runJobs()
  assert.deepEqual(await pageOf(token), { ...cancelled, money: 'returned' })

  const { token: pending } = await booked('manual')
  await own(pending, 'cancel')
  const released = { ...cancelled, cancelledBy: 'buyer', money: 'released' }
  assert.deepEqual(await pageOf(pending), released)
  await app.runJobs()
  assert.deepEqual(await pageOf(pending), released)

  const { token: moved } = await booked('automatic')
  await own(moved, 'move', { showingDate: '2026-11-28', showingTime: '14:00' })
  const stands = { ...nothing, status: 'confirmed', money: 'paid', movedFrom: '2026-11-27T21:30:00.000Z' }
  assert.deepEqual(await pageOf(moved), { ...stands, can: ['cancel'] })
  app.clock.set('2026-11-28T22:00:00Z')
  assert.deepEqual(await pageOf(moved), { ...stands, can: ['requestRefund'] })
  await own(moved, 'refund-request', { reason: 'Locked out' })
  const refund = {
    status: 'asked',
    reason: 'Locked out',
    requestedAt: '2026-11-28T22:00:00.000Z',
    dueAt: '2026-12-04T22:00:00.000Z',
    answer: null,
  }
  assert.deepEqual(await pageOf(moved), { ...stands, can: [], refund })
  app.clock.set('2026-11-28T22:30:00Z')
  assert.deepEqual(await pageOf(moved), { ...stands, can: ['bookAgain'], refund })
  app.clock.set('2026-12-04T22:00:00Z')
  const late = await pageOf(moved)
  assert.deepEqual(late.refund, { ...refund, dueAt: null })
})

test('a property that is no longer listed offers no other time', async () => {
  const { token, home } = await booked('automatic')
  assert.deepEqual((await pageOf(token)).can, ['cancel', 'move'])
  await sql`update property set status = 'unlisted' where id = ${home.id}`.execute(app.db)
  assert.deepEqual((await pageOf(token)).can, ['cancel'])
  await own(token, 'cancel')
  assert.deepEqual((await pageOf(token)).can, [])
})
