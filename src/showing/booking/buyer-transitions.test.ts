import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20 })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T18:00:00Z'))

const own = (token: string, name: string, body?: object) =>
  app.call('POST', `/api/showingbooker/public/booking/${token}/${name}`, body)
const decide = (id: string, name: string, body?: object) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/${name}`, body, {
    cookie: agent.cookie,
    origin: app.config.publicUrl,
  })

async function booked(approval: 'manual' | 'automatic' = 'automatic') {
  const home = await makeProperty(app.db, { approval, ownerId: agent.accountId, occupancy: 'resident' })
  const shown = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  return { home, ...shown, id: shown.booking.id as string }
}

async function stateOf(id: string) {
  const { rows } = await sql<{ state: string; entries: string; log: string; told: string }>`
    select concat_ws(' ', b.status, p.status, i.refunded_cents, b.calendar_sequence) as state,
      (select string_agg(kind, ', ' order by m.id) from money_entry m where m.payment_id = p.id) as entries,
      (select string_agg(event, ', ' order by sequence) from compliance_entry c where c.booking_id = b.id and event <> 'notified') as log,
      (select string_agg(distinct event || ' ' || role, ', ') from notification n where n.booking_id = b.id and event <> 'booked') as told
    from booking b join payment p on p.booking_id = b.id join sandbox_intent i on i.id = p.intent_id where b.id = ${id}`.execute(
    app.db,
  )
  return rows[0]
}

test('a buyer who cancels loses a fee that was charged and pays nothing if it was only authorized', async () => {
  const paid = await booked()
  const cancelled = await own(paid.token, 'cancel')
  assert.deepEqual([cancelled.status, cancelled.body.booking.status], [200, 'cancelled'], cancelled.text)
  const pending = await booked('manual')
  assert.equal((await own(pending.token, 'cancel', { reason: 'Ill' })).status, 200)
  await app.runJobs()
  assert.deepEqual(await stateOf(paid.id), {
    state: 'cancelled succeeded 0 1',
    entries: 'charge',
    log: 'booked, cancelled',
    told: 'cancelled buyer, cancelled listing_agent, cancelled resident',
  })
  assert.deepEqual(await stateOf(pending.id), {
    state: 'cancelled refunded 0 1',
    entries: 'authorize, release',
    log: 'booked, cancelled, released',
    told: 'cancelled buyer, cancelled listing_agent',
  })
  assert.equal((await own(paid.token, 'cancel')).status, 409)
  assert.equal((await own('x'.repeat(32), 'cancel')).status, 404)
  const late = await booked()
  app.clock.set('2026-11-27T21:30:00Z')
  assert.equal((await own(late.token, 'cancel')).body.code, 'has_started')
})

test('a cancellation that promised no charge is refused once the request is approved', async () => {
  const { id, token } = await booked('manual')
  const { status, startsAt } = (await app.call('GET', `/api/showingbooker/public/booking/${token}`)).body.booking
  assert.equal((await decide(id, 'approve')).status, 200)
  await app.runJobs()
  const stale = await own(token, 'cancel', { seen: { status, startsAt } })
  assert.deepEqual([stale.status, stale.body.code, stale.body.status], [409, 'changed_meanwhile', 'confirmed'])
  assert.match((await stateOf(id))?.state ?? '', /^confirmed succeeded/)
  const seen = { status: 'confirmed', startsAt }
  assert.equal((await own(token, 'cancel', { seen })).body.booking?.status, 'cancelled')
})

test('a buyer can move a showing once to a free start; the payment stays, and the old time is free', async () => {
  const { id, token, home } = await booked()
  const rival = makeForm(home.slug, { showingDate: '2026-11-27', showingTime: '15:00' })
  await bookShowing(app, rival)
  const taken = await own(token, 'move', { showingDate: '2026-11-27', showingTime: '15:00' })
  assert.deepEqual([taken.status, taken.body.code, taken.body.alternatives.length], [409, 'slot_taken', 3])
  for (const [date, time, code] of [
    ['2026-11-27', '13:30', 'same_time'],
    ['2026-11-22', '13:30', 'slot_not_offered'],
    ['2027-11-22', '13:30', 'slot_not_offered'],
  ]) {
    assert.equal((await own(token, 'move', { showingDate: date, showingTime: time })).body.code, code)
  }
  // The new time is half an hour later, so with its buffer it overlaps the showing's own old time.
  const moved = await own(token, 'move', { showingDate: '2026-11-27', showingTime: '14:00' })
  assert.deepEqual([moved.status, moved.body.booking.startsAt], [200, '2026-11-27T22:00:00.000Z'], moved.text)
  await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  assert.deepEqual(await stateOf(id), {
    state: 'confirmed succeeded 0 1',
    entries: 'charge',
    log: 'booked, moved',
    told: 'moved buyer, moved listing_agent, moved resident',
  })
  const repeated = await own(token, 'move', { showingDate: '2026-11-27', showingTime: '14:00' })
  assert.deepEqual([repeated.status, repeated.body.booking?.startsAt], [200, '2026-11-27T22:00:00.000Z'], repeated.text)
  const again = await own(token, 'move', { showingDate: '2026-11-28', showingTime: '14:00' })
  assert.deepEqual([again.status, again.body.code], [409, 'moved_before'])
})

test('with manual approval, the agent decides again about a moved showing, and a decline refunds the charge', async () => {
  const { id, token, home } = await booked('manual')
  await decide(id, 'approve')
  await app.runJobs()
  const moved = await own(token, 'move', await freeSlot(app, home.slug, 3))
  assert.deepEqual([moved.status, moved.body.booking.status], [200, 'pending'], moved.text)
  assert.equal((await decide(id, 'decline')).status, 200)
  await app.runJobs()
  assert.deepEqual(await stateOf(id), {
    state: 'declined refunded 2500 3',
    entries: 'authorize, charge, refund',
    log: 'booked, approved, charged, moved, declined, refunded',
    told: 'approved buyer, approved listing_agent, approved resident, cancelled resident, declined buyer, declined listing_agent, moved buyer, moved listing_agent',
  })
})

test('a second approval after a move notifies everyone again and charges nothing twice', async () => {
  const { id, token, home } = await booked('manual')
  await decide(id, 'approve')
  await app.runJobs()
  await own(token, 'move', await freeSlot(app, home.slug, 3))
  assert.equal((await decide(id, 'approve')).status, 200)
  await app.runJobs()
  assert.equal((await stateOf(id))?.entries, 'authorize, charge')
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notification where booking_id = ${id} and event = 'approved' and status = 'sent' group by round`.execute(
    app.db,
  )
  assert.deepEqual(
    rows.map(({ n }) => n),
    [5, 5],
  )
})

test('a buyer can request a refund after the start, the agent decides once, and the log has both', async () => {
  const { id, token } = await booked()
  const long = 'x'.repeat(1001)
  for (const reason of ['Locked out', '', ' ', 'Locked\u0001out', undefined, null, long])
    assert.equal((await own(token, 'refund-request', { reason })).body.code, 'not_started', String(reason))
  app.clock.set('2026-11-27T22:10:00Z')
  for (const reason of [' ', undefined, null])
    assert.deepEqual((await own(token, 'refund-request', { reason })).body.issues, [
      { path: 'reason', message: 'Please enter a reason' },
    ])
  assert.deepEqual((await own(token, 'refund-request', { reason: long })).body.issues, [
    { path: 'reason', message: 'reason can have at most 1000 characters' },
  ])
  assert.equal((await decide(id, 'refund', { decision: 'approve' })).body.code, 'no_refund_asked')
  const unreadable = await own(token, 'refund-request', { reason: 'Locked\u0001out' })
  assert.deepEqual(
    [unreadable.status, unreadable.body.issues.map(({ path }: { path: string }) => path)],
    [400, ['reason']],
  )
  assert.equal((await own(token, 'refund-request', { reason: 'Locked out' })).status, 200)
  assert.equal((await own(token, 'refund-request', { reason: 'Again' })).body.code, 'refund_asked')
  const answers = await Promise.all(
    (['approve', 'decline', 'approve'] as const).map((decision) => decide(id, 'refund', { decision })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  await app.runJobs()
  const { state, log } = (await stateOf(id)) ?? {}
  const isRefunded = state === 'confirmed refunded 2500 0'
  assert.ok(isRefunded || state === 'confirmed succeeded 0 0', String(state))
  assert.equal(log, `booked, refund_requested, ${isRefunded ? 'refund_approved, refunded' : 'refund_declined'}`)
})

test('an admin can approve a refund that the agent declined, and the log has both decisions', async () => {
  const { token, id } = await booked()
  app.clock.set('2026-11-27T22:10:00Z')
  assert.equal((await own(token, 'refund-request', { reason: 'Locked out' })).status, 200)
  assert.equal((await decide(id, 'refund', { decision: 'decline', reason: 'I was there' })).status, 200)
  assert.equal((await decide(id, 'refund', { decision: 'approve' })).body.code, 'refund_decided')
  const admin = {
    kind: 'account',
    accountId: '01a1fe51-74c8-70d2-b871-783e817a9128',
    role: 'admin',
    email: '',
  } as const
  const { can } = await app.showings.get(admin, id)
  assert.deepEqual([can.decideRefund, can.overruleRefund], [false, true])
  await app.transitions.decideRefund(admin, id, { decision: 'approve', reason: 'The lock was broken' })
  await app.runJobs()
  const { state, log } = (await stateOf(id)) ?? {}
  assert.equal(state, 'confirmed refunded 2500 0')
  assert.equal(log, 'booked, refund_requested, refund_declined, refund_approved, refunded')
  assert.equal((await app.buyers.getPage(token)).refund?.answer, 'The lock was broken')
  await assert.rejects(app.transitions.decideRefund(admin, id, { decision: 'approve' }), { code: 'refund_decided' })
})
