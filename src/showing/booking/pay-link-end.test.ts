import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { payLinks, secretOf, WHEN } from '../../../test/pay-links.ts'
import { signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let stranger: Awaited<ReturnType<typeof signUp>>
let { home, open, act, holdOf, confirm, settle, heard, textsOf } = {} as ReturnType<typeof payLinks>
before(async () => {
  app = await testApp()
  agent = await signUp(app, 'agent@agents.example.com')
  stranger = await signUp(app, 'other@agents.example.com')
  const boss = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
  ;({ home, open, act, holdOf, confirm, settle, heard, textsOf } = payLinks(app, { agent, boss }))
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-23T18:00:00Z')
  await sql`update booking set status = 'lapsed' where status = 'held'`.execute(app.db)
  await sql`delete from text_opt_out`.execute(app.db)
  await sql`delete from try_count`.execute(app.db)
})

test('a visitor who pays through a second link for the same time gets no message that the first one ended', async () => {
  const { id: propertyId } = await home()
  const first = await open(propertyId)
  await app.runJobs()
  app.clock.advance({ minutes: 10, seconds: 5 })
  const second = await open(propertyId)
  assert.equal(second.status, 201)
  assert.notEqual(second.body.id, first.body.id)
  await confirm(second.body.payUrl)
  assert.equal((await settle(second.body.payUrl)).status, 200)
  await app.orders.finishAll()
  await app.runJobs()
  assert.deepEqual(await heard(first.body.id), ['sms buyer'])
})

test('if an agent releases a link before it goes out, it is not sent, and no one gets a message about its end', async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId)
  assert.equal((await act(body.id, 'release')).status, 204)
  await app.runJobs()
  assert.deepEqual(await heard(body.id), [])
})

/** Condition that selects the rows of a link's own message. */
const link = (id: string) => sql`booking_id = ${id} and event = 'pay_link'`
async function endsOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ end: string }>`
    select channel || ' ' || role as end from notification where booking_id = ${id} and event = 'pay_link_ended'
    order by 1`.execute(app.db)
  return rows.map(({ end }) => end)
}

for (const isReleased of [true, false])
  test(`a visitor whose link was about to be sent again is notified that it ${isReleased ? 'was released' : 'ended'}`, async () => {
    const { id: propertyId } = await home()
    const { body } = await open(propertyId)
    await app.runJobs()
    app.clock.advance({ minutes: 1 })
    assert.equal((await act(body.id, 'send-again')).status, 200)
    if (isReleased) assert.equal((await act(body.id, 'release')).status, 204)
    else {
      app.clock.advance({ minutes: 10 })
      await app.orders.finishAll()
    }
    await app.runJobs()
    const agents = isReleased ? [] : ['email listing_agent', 'sms listing_agent']
    assert.deepEqual(await endsOf(body.id), [...agents, 'sms buyer'].sort())
  })

test('if a link may have arrived, the visitor gets a message about its end', async () => {
  const { id: propertyId } = await home()
  const cases: [status: string, attempts: number, resends: number, told: string[]][] = [
    ['queued', 0, 0, []],
    ['queued', 1, 0, ['sms buyer']],
    ['queued', 0, 1, ['sms buyer']],
    ['failed', 2, 0, ['sms buyer']],
    ['not_sent', 1, 0, []],
    ['not_sent', 2, 0, ['sms buyer']],
  ]
  for (const [status, attempts, resends, told] of cases) {
    await sql`delete from try_count`.execute(app.db)
    const { body } = await open(propertyId)
    await sql`update notification set status = ${status}, attempts = ${attempts}, resends = ${resends}
      where ${link(body.id)}`.execute(app.db)
    assert.equal((await act(body.id, 'release')).status, 204)
    assert.deepEqual(await endsOf(body.id), told, `${status} ${attempts} ${resends}`)
  }
})

test('the message about the end of a link waits for a sender that has just taken the link', async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId)
  await app.db.connection().execute(async (sender) => {
    await sql`begin`.execute(sender)
    await sql`update notification set status = 'sending', attempts = 1, sending_until = now() + interval '1 minute'
      where ${link(body.id)}`.execute(sender)
    const released = act(body.id, 'release')
    await untilLockWaits(app.db, released)
    await sql`commit`.execute(sender)
    assert.equal((await released).status, 204)
  })
  assert.deepEqual(await endsOf(body.id), ['sms buyer'])
})

test('an expired link is not sent', async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId)
  app.clock.advance({ minutes: 10 })
  await app.runJobs()
  assert.deepEqual(await heard(body.id), [])
})

test('no one gets a text about a link that ended hours ago while the provider was down', async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId, { buyerEmail: 'paula@visitors.example.com' })
  await app.runJobs()
  app.clock.advance({ hours: 7 })
  await app.orders.finishAll()
  await app.runJobs()
  assert.deepEqual(await heard(body.id), ['email buyer', 'email buyer', 'email listing_agent', 'sms buyer'])
})

test('one phone gets at most eight links per hour, from all agents together', async () => {
  const { id: propertyId } = await home()
  const others = await home({ ownerId: stranger.accountId })
  const round = async (of: string, who: typeof agent) => {
    const { status, body } = await open(of, {}, who)
    if (status === 201) assert.equal((await act(body.id, 'release', who)).status, 204)
    return status === 201 ? status : body.code
  }
  for (let n = 0; n < 4; n++) {
    assert.equal(await round(propertyId, agent), 201)
    assert.equal(await round(others.id, stranger), 201)
  }
  assert.equal(await round(propertyId, agent), 'sent_too_often')
  const { rows } = await sql`select from booking where property_id = ${propertyId} and status = 'held'`.execute(app.db)
  assert.equal(rows.length, 0)
  app.clock.advance({ hours: 1 })
  assert.equal(await round(propertyId, agent), 201)
})

test('a repeated request finds a link whose message could not be planned and sends it once', async () => {
  const { id: propertyId } = await home()
  await sql`create function no_link() returns trigger language plpgsql as $$ begin
    if new.event = 'pay_link' then raise 'away'; end if; return new; end $$`.execute(app.db)
  await sql`create trigger no_link before insert on notification for each row execute function no_link()`.execute(
    app.db,
  )
  assert.equal((await open(propertyId)).status, 500)
  await sql`drop function no_link cascade`.execute(app.db)
  const { status, body } = await open(propertyId)
  assert.deepEqual([status, body.sent.length], [201, 1])
  const again = await open(propertyId)
  assert.deepEqual([again.status, again.body.id], [201, body.id])
  await app.runJobs()
  assert.deepEqual(await heard(body.id), ['sms buyer'])
})

test("a visitor who uses the booking page instead agrees to the terms there, and the agent's note stays", async () => {
  const { id: propertyId, slug } = await home()
  const buyerEmail = 'paula@visitors.example.com'
  const { body } = await open(propertyId, { buyerEmail, specialRequests: 'A wheelchair' })
  const bookingData = makeForm(slug, { ...WHEN, buyerEmail, buyerPhone: '213 555 0177' })
  assert.equal((await app.call('POST', '/api/payments/create-payment-intent', { bookingData })).status, 201)
  assert.equal((await holdOf(body.payUrl)).asksTerms, false)
  const { rows } = await sql`select special_requests from booking where id = ${body.id}`.execute(app.db)
  assert.deepEqual(rows, [{ special_requests: 'A wheelchair' }])
})

test('even with manual approval, the booking page says that the card for a hold by the agent is charged at once', async () => {
  const { id: propertyId, slug } = await home({ approval: 'manual' })
  const buyerEmail = 'paula@visitors.example.com'
  const { body } = await open(propertyId, { buyerEmail })
  const intent = (change: object) =>
    app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(slug, { ...WHEN, ...change }) })
  const own = await intent({ buyerEmail, buyerPhone: '213 555 0177' })
  assert.deepEqual([own.body.clientSecret, own.body.onApproval], [secretOf(body.payUrl), false])
  await confirm(body.payUrl)
  assert.equal((await settle(body.payUrl)).body.booking.status, 'confirmed')
  const other = await intent({ showingTime: '16:00', buyerEmail: 'bea@buyers.example.com' })
  assert.deepEqual([other.status, other.body.onApproval], [201, true])
})

test('a phone with an extension gets no link, and neither does one that has said STOP since', async () => {
  const { id: propertyId } = await home()
  const extension = await open(propertyId, { buyerPhone: '213 555 0177 x5' })
  assert.deepEqual([extension.status, extension.body.code], [400, 'no_texts_wanted'])
  const { body } = await open(propertyId)
  await app.runJobs()
  await sql`insert into text_opt_out (phone, is_out, word, changed_at)
    values ('+12135550177', true, 'stop', now())`.execute(app.db)
  app.clock.advance({ minutes: 1 })
  const again = await act(body.id, 'send-again')
  assert.deepEqual([again.status, again.body.code], [400, 'no_texts_wanted'])
})

test("if the property is deleted, the message about the end of its link does not mention the property's page", async () => {
  const { id: propertyId, slug } = await home()
  const { body } = await open(propertyId, { buyerEmail: 'paula@visitors.example.com' })
  await app.runJobs()
  const { headers } = agent
  assert.equal(
    (await app.call('DELETE', `/api/showingbooker/properties/${propertyId}`, undefined, headers)).status,
    204,
  )
  app.clock.advance({ minutes: 11 })
  await app.orders.finishAll()
  await app.runJobs()
  const ended = (await textsOf(body.id)).filter(({ text }) => !text.includes(body.payUrl))
  assert.deepEqual(ended.map(({ channel, role }) => `${channel} ${role}`).sort(), [
    'email buyer',
    'email listing_agent',
    'sms buyer',
    'sms listing_agent',
  ])
  for (const { text } of ended) assert.ok(!text.includes(slug) && !text.includes('/upcoming/book'), text)
})
