import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty, type PropertyChoices } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { listOwnDifferences } from '../../money/reconciliation/repository.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let stranger: Awaited<ReturnType<typeof signUp>>
let boss: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20 })
  agent = await signUp(app, 'agent@agents.example.com')
  stranger = await signUp(app, 'other@agents.example.com')
  boss = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-23T18:00:00Z')
  await sql`delete from try_count`.execute(app.db)
})

const WHEN = { showingDate: '2026-11-27', showingTime: '13:30' }
const VISITOR = { buyerName: 'Paula Phone', buyerPhone: '213 555 0177' }
const home = (choices: PropertyChoices = {}) => makeProperty(app.db, { ownerId: agent.accountId, ...choices })
const book = (propertyId: string, form: object = {}, who = agent, headers: object = {}) =>
  app.call(
    'POST',
    '/api/showingbooker/bookings',
    { propertyId, ...WHEN, ...VISITOR, ...form },
    { ...who.headers, ...headers },
  )
const act = (id: string, name: string, body: object = {}) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/${name}`, body, {
    cookie: agent.cookie,
    origin: app.config.publicUrl,
  })
const textsOf = async (id: string) =>
  (await app.call('GET', `/api/dev/outbox?bookingId=${id}`, undefined, boss.headers)).body.messages as {
    channel: string
    role: string
    to: string
    subject: string | null
    text: string
  }[]

/** Returns the state, the money, the log, and the messages of a booking. */
async function story(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select b.status, b.amount_cents as fee, (select count(*)::int from payment where booking_id = b.id) as payments,
      (select string_agg(event, ', ' order by sequence) from compliance_entry c
        where c.booking_id = b.id and event <> 'notified') as log,
      (select string_agg(distinct channel || ' ' || role, ', ' order by channel || ' ' || role) from notification n
        where n.booking_id = b.id and event = 'booked') as told
    from booking b where b.id = ${id}`.execute(app.db)
  return rows[0]
}
async function tokenOf(id: string) {
  const { rows } = await sql<{ manage_token: string }>`select manage_token from booking where id = ${id}`.execute(
    app.db,
  )
  return rows[0]?.manage_token ?? ''
}
const differences = async () =>
  listOwnDifferences(app.db, { fromId: null, provider: 'sandbox', before: app.clock.now().toString() })

test('when an agent books for a visitor who phoned, the showing is free, confirmed at once, and everyone is notified', async () => {
  const { id: propertyId } = await home({ occupancy: 'resident' })
  const { status, body } = await book(propertyId, { specialRequests: 'Comes with a wheelchair' })
  assert.equal(status, 201)
  assert.deepEqual(
    [
      body.status,
      body.bookingFee,
      body.paymentStatus,
      body.bookedBy,
      body.buyerPhone,
      body.buyerEmail,
      body.specialRequests,
    ],
    ['confirmed', 0, 'No fee', 'you', '(213) 555-0177', '', 'Comes with a wheelchair'],
  )
  assert.match(body.confirmation_number, /^SB-/)
  await app.runJobs()
  assert.deepEqual(await story(body.id), {
    status: 'confirmed',
    fee: 0,
    payments: 0,
    log: 'booked',
    told: 'email listing_agent, sms buyer, sms listing_agent, sms resident',
  })
  const sent = await textsOf(body.id)
  const toVisitor = sent.find(({ role }) => role === 'buyer')
  assert.match(toVisitor?.text ?? '', /Confirmed/)
  assert.match(toVisitor?.text ?? '', new RegExp(await tokenOf(body.id)))
  // The notice to enter is the same as after a paid booking.
  assert.match(sent.find(({ channel }) => channel === 'email')?.text ?? '', /notice/i)
  for (const { text } of sent) assert.doesNotMatch(text, /\$|\bNaN\b|undefined/)
})

test('an email is enough to book for a visitor, and the message to it does not mention money', async () => {
  const { id: propertyId } = await home()
  const { body } = await book(propertyId, { buyerPhone: '', buyerEmail: 'paula@visitors.example.com', language: 'es' })
  await app.runJobs()
  const mine = (await textsOf(body.id)).filter(({ role }) => role === 'buyer')
  assert.deepEqual(
    mine.map(({ channel, to }) => [channel, to]),
    [['email', 'paula@visitors.example.com']],
  )
  assert.match(mine[0]?.text ?? '', /gratuita/)
  assert.doesNotMatch(mine[0]?.text ?? '', /\$|receipt|recibo|reembols/i)
  const page = await app.call('GET', `/api/showingbooker/public/booking/${await tokenOf(body.id)}`)
  assert.deepEqual([page.body.receiptUrl, page.body.money, page.body.can.requestRefund], [null, 'none', false])
  const receipt = await app.call('GET', `/api/showingbooker/public/booking/${await tokenOf(body.id)}/receipt.pdf`)
  assert.equal(receipt.status, 404)
})

test('if 50 agents and buyers request one slot at once, exactly one gets it', async () => {
  const { id: propertyId, slug } = await home()
  const byHand = Array.from({ length: 40 }, (_, n) => book(propertyId, { buyerName: `Caller ${n}` }))
  const online = Array.from({ length: 10 }, (_, n) =>
    app.call('POST', '/api/payments/create-payment-intent', {
      bookingData: makeForm(slug, { ...WHEN, buyerEmail: `b${n}@buyers.example.com`, buyerPhone: `213555${2000 + n}` }),
    }),
  )
  const answers = await Promise.all([...byHand, ...online])
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual([statuses.filter((one) => one === 201).length, new Set(statuses)], [1, new Set([201, 409])])
  for (const { status, body } of answers)
    if (status === 409) assert.deepEqual([body.code, body.alternatives.length], ['slot_taken', 3])
})

test('of 50 concurrent bookings by hand for one agent at 5 properties, exactly one succeeds', async () => {
  const alone = await signUp(app, 'alone@agents.example.com')
  await app.call('PUT', '/api/showingbooker/profile', { shows_alone: true }, alone.headers)
  const homes = await Promise.all(Array.from({ length: 5 }, () => home({ ownerId: alone.accountId })))
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => book(homes[n % 5]?.id ?? '', {}, alone)))
  assert.deepEqual(
    [201, 409].map((code) => answers.filter(({ status }) => status === code).length),
    [1, 49],
  )
})

test('a time that the agent has blocked and a time that is not offered are refused', async () => {
  const { id: propertyId } = await home()
  await sql`insert into block_out (id, account_id, during, time_zone, is_all_day, created_at) values (gen_random_uuid(), ${agent.accountId},
    tstzrange('2026-11-27T21:00:00Z', '2026-11-27T22:00:00Z'), 'America/Los_Angeles', false, now())`.execute(app.db)
  const blocked = await book(propertyId)
  assert.deepEqual([blocked.status, blocked.body.code], [409, 'slot_taken'])
  await sql`delete from block_out where account_id = ${agent.accountId}`.execute(app.db)
  // Tomorrow is within the lead time of 48 hours.
  const early = await book(propertyId, { showingDate: '2026-11-24' })
  assert.deepEqual([early.status, early.body.issues[0].path], [400, 'showingTime'])
})

test("only the property's agent and admins can book by hand", async () => {
  const { id: propertyId } = await home()
  assert.equal((await book(propertyId, {}, stranger)).status, 404)
  assert.equal((await app.call('POST', '/api/showingbooker/bookings', { propertyId, ...WHEN, ...VISITOR })).status, 401)
  const unlisted = await home({ status: 'unlisted' })
  assert.equal((await book(unlisted.id)).status, 404)
  const byBoss = await book(propertyId, {}, boss)
  assert.deepEqual([byBoss.status, byBoss.body.bookedBy], [201, 'you'])
  const seen = await app.call('GET', `/api/showingbooker/bookings/${byBoss.body.id}`, undefined, agent.headers)
  assert.equal(seen.body.bookedBy, 'another')
  assert.equal(
    (await app.call('GET', `/api/showingbooker/bookings/${byBoss.body.id}`, undefined, stranger.headers)).status,
    404,
  )
})

test('each error is at its field, and nothing is booked', async () => {
  const { id: propertyId } = await home()
  const wrong: [object, string[]][] = [
    [{ propertyId: '' }, ['propertyId']],
    [{ buyerName: '  ' }, ['buyerName']],
    [{ buyerPhone: '' }, ['buyerPhone']],
    [{ buyerPhone: '555' }, ['buyerPhone']],
    [{ buyerEmail: 'nobody' }, ['buyerEmail']],
    [{ showingDate: '2026-02-31', showingTime: '25:00' }, ['showingDate', 'showingTime']],
    [{ buyerName: 'A\u0007B' }, ['buyerName']],
  ]
  for (const [form, paths] of wrong) {
    const { status, body } = await book(propertyId, form)
    assert.deepEqual(
      [status, body.issues.map(({ path }: { path: string }) => path)],
      [400, paths],
      JSON.stringify(form),
    )
  }
  const demo = await home({ isDemo: true })
  const refused = await book(demo.id)
  assert.deepEqual([refused.status, refused.body.issues[0].path], [400, 'propertyId'])
  const { rows } = await sql`select from booking where property_id in (${propertyId}, ${demo.id})`.execute(app.db)
  assert.equal(rows.length, 0)
})

test('a repeated request books only once', async () => {
  const { id: propertyId } = await home()
  const key = { 'idempotency-key': 'pressed-twice' }
  const [one, two] = [await book(propertyId, {}, agent, key), await book(propertyId, {}, agent, key)]
  assert.deepEqual([one.status, two.status, two.body.id], [201, 201, one.body.id])
})

test('an agent does not have to approve their own booking at a property with manual approval', async () => {
  const { id: propertyId } = await home({ approval: 'manual' })
  const { body } = await book(propertyId)
  assert.deepEqual([body.status, body.can.approve, body.decisionDueAt], ['confirmed', false, null])
})

test('a showing booked by hand is moved, canceled, and marked like any other, without a word about money', async () => {
  const { id: propertyId } = await home({ occupancy: 'resident', approval: 'manual' })
  const { body } = await book(propertyId, { buyerEmail: 'paula@visitors.example.com' })
  const token = await tokenOf(body.id)
  // The agent proposes a time, and the visitor agrees.
  const proposed = await act(body.id, 'propose-move', { showingDate: '2026-11-28', showingTime: '10:00' })
  assert.equal(proposed.status, 200, proposed.text)
  await app.runJobs()
  const agreed = await app.call('POST', `/api/showingbooker/public/booking/${token}/answer-move`, {
    proposalId: proposed.body.proposal.id,
    answer: 'agree',
  })
  assert.deepEqual([agreed.status, agreed.body.booking.showingTime], [200, '10:00'])
  await app.runJobs()
  // The visitor moves it, and the agent approves.
  const moved = await app.call('POST', `/api/showingbooker/public/booking/${token}/move`, {
    showingDate: '2026-11-29',
    showingTime: '11:00',
  })
  assert.deepEqual([moved.status, moved.body.booking.status], [200, 'pending'])
  await app.runJobs()
  const approved = await act(body.id, 'approve')
  assert.deepEqual([approved.status, approved.body.status], [200, 'confirmed'])
  await app.runJobs()
  const cancelled = await act(body.id, 'cancel', { reason: 'Burst pipe' })
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled'])
  await app.runJobs()
  assert.deepEqual(await story(body.id), {
    status: 'cancelled',
    fee: 0,
    payments: 0,
    log: 'booked, move_proposed, moved, moved, approved, cancelled',
    told: 'email buyer, email listing_agent, sms buyer, sms listing_agent, sms resident',
  })
  for (const { text } of await textsOf(body.id)) assert.doesNotMatch(text, /refund the fee/)
  const told = (await textsOf(body.id)).filter(({ role }) => role === 'buyer')
  assert.equal(told.length, 12)
  for (const { text } of told) assert.doesNotMatch(text, /\$\d|refund|your card| {2}\S/i)
  const again = await book(propertyId)
  app.clock.set('2026-11-27T21:40:00Z')
  const missed = await act(again.body.id, 'no-show')
  assert.deepEqual([missed.status, missed.body.status], [200, 'no_show'])
  await app.runJobs()
  assert.deepEqual(await differences(), [])
})

test('the reconciliation still reports a paid booking without money', async () => {
  const { slug } = await home()
  const shown = await bookShowing(app, makeForm(slug, WHEN))
  await sql`update payment set status = 'cancelled' where booking_id = ${shown.booking.id}`.execute(app.db)
  const found = (await differences()).map(({ kind, subjectId }) => [kind, subjectId])
  assert.ok(found.some(([kind, id]) => kind === 'booking_without_money' && id === shown.booking.id))
})

test('the database refuses a free booking that was not made by hand, and one without a phone or an email', async () => {
  const { id: propertyId } = await home()
  const { body } = await book(propertyId)
  const refused = (change: string, constraint: RegExp) =>
    assert.rejects(sql`update booking set ${sql.raw(change)} where id = ${body.id}`.execute(app.db), constraint)
  await refused('booked_by = null', /booking_free_by_hand/)
  await refused("buyer_phone = '', buyer_email = ''", /booking_by_hand_reachable/)
})

test('the list of buyers keeps visitors without an email apart', async () => {
  const other = await signUp(app, 'third@agents.example.com')
  const { id: propertyId } = await makeProperty(app.db, { ownerId: other.accountId })
  const make = (form: object) =>
    app.call('POST', '/api/showingbooker/bookings', { propertyId, ...WHEN, ...VISITOR, ...form }, other.headers)
  await make({})
  await make({ showingTime: '15:00', buyerName: 'Otto Other', buyerPhone: '213 555 0178' })
  await make({ showingTime: '16:00', buyerPhone: '(213) 555-0177' })
  const { body } = await app.call('GET', '/api/showingbooker/buyers', undefined, other.headers)
  assert.deepEqual(
    body.buyers.map((one: { name: string; showings: number }) => [one.name, one.showings]),
    [
      ['Paula Phone', 2],
      ['Otto Other', 1],
    ],
  )
})

test("the calendar week says why a property's times are closed, by its clock, and nothing about other agents", async () => {
  const { id: propertyId } = await home()
  await book(propertyId)
  const closedAt = async (who: typeof agent) => {
    const query = `start=2026-11-27&property=${propertyId}`
    const { body } = await app.call('GET', `/api/showingbooker/calendar/week?${query}`, undefined, who.headers)
    return (body.closed as { date: string; from: number; to: number; reason: string }[])
      .filter(({ date, reason }) => date === '2026-11-27' && reason === 'showing')
      .map(({ from, to }) => [from, to])
  }
  assert.deepEqual(await closedAt(agent), [[810, 840]])
  assert.deepEqual(await closedAt(stranger), [])
})
