import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

type Signed = Awaited<ReturnType<typeof signUp>>
type Written = { words: string; deliveries: { channel: string; status: string; reason: string | null }[] }
let app: TestApp
let agent: Signed
let other: Signed
before(async () => {
  app = await testApp()
  agent = await signUp(app, 'agent@agents.example.com')
  other = await signUp(app, 'other@agents.example.com')
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-23T18:00:00Z')
  await sql`delete from try_count`.execute(app.db)
})

async function book(change: Record<string, unknown> = {}, owner = agent) {
  const home = await makeProperty(app.db, { ownerId: owner.accountId })
  const form = makeForm(home.slug, change)
  const { booking, token } = await bookShowing(app, form)
  return { id: booking.id as string, token }
}
async function bookByHand(form: object) {
  const { id: propertyId } = await makeProperty(app.db, { ownerId: agent.accountId })
  const when = { showingDate: '2026-11-27', showingTime: '13:30' }
  const body = { propertyId, ...when, buyerName: 'Paula Phone', ...form }
  return app.call('POST', '/api/showingbooker/bookings', body, agent.headers)
}
const write = (id: string, by: string[], who = agent) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/thread`, { words: 'Hello', by }, who.headers)
const threadOf = async (id: string) =>
  (await app.call('GET', `/api/showingbooker/bookings/${id}/thread`, undefined, agent.headers)).body
const deliveriesOf = async (id: string) =>
  ((await threadOf(id)).entries.filter(({ kind }: { kind: string }) => kind === 'written') as Written[]).map(
    ({ deliveries }) => deliveries.map(({ channel, status, reason }) => [channel, status, reason]),
  )

test('one phone gets at most 20 written texts an hour from all agents together; emails still go out', async () => {
  const mine = await book({ buyerPhone: '213 555 0171' })
  const theirs = await book({ buyerPhone: '(213) 555-0171', showingTime: '15:00' }, other)
  for (let n = 0; n < 10; n++) {
    assert.equal((await write(mine.id, ['sms'])).status, 201)
    assert.equal((await write(theirs.id, ['sms', 'email'], other)).status, 201)
  }
  app.clock.advance({ minutes: 10 })
  for (const by of [['sms'], ['sms', 'email']]) {
    const refused = await write(mine.id, by)
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.issues[0].path, refused.headers.get('retry-after')],
      [429, 'texted_too_often', 'by', '3000'],
    )
  }
  assert.equal((await deliveriesOf(mine.id)).length, 10)
  assert.equal((await write(mine.id, ['email'])).status, 201)
  app.clock.advance({ minutes: 50 })
  assert.equal((await write(mine.id, ['sms'])).status, 201)
})

test('one account can text at most 60 messages an hour', async () => {
  const booked = []
  for (let n = 0; n < 4; n++)
    booked.push(await book({ buyerPhone: `213 555 018${n}`, buyerEmail: `b${n}@b.example.com` }))
  for (let n = 0; n < 60; n++) assert.equal((await write(booked[n % 3]?.id ?? '', ['sms'])).status, 201)
  const refused = await write(booked[3]?.id ?? '', ['sms'])
  assert.deepEqual(
    [refused.status, refused.body.code, refused.headers.get('retry-after')],
    [429, 'texted_too_often', '3600'],
  )
})

test('a text that we did not store does not count', async () => {
  const { id } = await book({ buyerPhone: '213 555 0190', buyerEmail: 'c@b.example.com' })
  await sql`alter table thread_message add constraint broken check (words <> 'Hello') not valid`.execute(app.db)
  for (let n = 0; n < 3; n++) assert.equal((await write(id, ['sms'])).status, 500)
  await sql`alter table thread_message drop constraint broken`.execute(app.db)
  for (let n = 0; n < 20; n++) assert.equal((await write(id, ['sms'])).status, 201)
  assert.equal((await write(id, ['sms'])).status, 429)
})

test("a buyer's text that the vendor repeats counts once for the agent's phone", async () => {
  const { id } = await book({ buyerPhone: '213 555 0191', buyerEmail: 'd@b.example.com' })
  await app.runJobs()
  const receive = (reference: string) =>
    app.threads.receiveText({ from: '+12135550191', text: 'Hello', hasMedia: false, reference, isAnswered: false })
  for (let n = 0; n < 61; n++) await receive('SM1')
  await receive('SM2')
  assert.deepEqual(
    (await deliveriesOf(id)).map((deliveries) => deliveries.find(([channel]) => channel === 'sms')?.[1]),
    ['queued', 'queued'],
  )
})

test("a flood of a buyer's messages stays in the thread and goes only to the agent's mailbox", async () => {
  const { id, token } = await book({ buyerPhone: '213 555 0173' })
  for (let n = 0; n < 61; n++) {
    const path = `/api/showingbooker/public/booking/${token}/thread`
    assert.equal((await app.call('POST', path, { words: `Words ${n}` })).status, 201)
  }
  await app.runJobs()
  const deliveries = await deliveriesOf(id)
  assert.deepEqual(
    [deliveries.at(-2), deliveries.at(-1)],
    [
      [
        ['sms', 'sent', null],
        ['email', 'sent', null],
      ],
      [
        ['sms', 'not_sent', 'This phone had too many texts in one hour'],
        ['email', 'sent', null],
      ],
    ],
  )
})

test('sends no text about a free showing abroad, and the agent sees why', async () => {
  const booked = await bookByHand({ buyerPhone: '+44 7911 123456', buyerEmail: 'paula@visitors.example.com' })
  assert.equal(booked.status, 201)
  await app.runJobs()
  const { id } = booked.body
  const thread = await threadOf(id)
  const why = 'Texts go to numbers outside the US and Canada only if the visitor paid'
  assert.deepEqual(
    new Map(
      thread.entries.map(({ delivery }: { delivery: Written['deliveries'][0] }) => [
        delivery.channel,
        [delivery.status, delivery.reason],
      ]),
    ),
    new Map([
      ['sms', ['not_sent', why]],
      ['email', ['sent', null]],
    ]),
  )
  assert.equal(thread.write.sms.refusal, `${why}.`)
  const refused = await write(id, ['sms'])
  assert.deepEqual([refused.status, refused.body.code], [409, 'no_way_to_buyer'])
  app.clock.advance({ minutes: 2 })
  const again = await app.call(
    'POST',
    '/api/notifications/sms',
    { bookingId: id, to: '+44 7911 123456' },
    agent.headers,
  )
  assert.deepEqual([again.status, again.body.code], [409, 'no_texts_wanted'])
  const paid = await book({ buyerPhone: '+44 7911 123456' })
  await app.runJobs()
  assert.equal((await write(paid.id, ['sms'])).status, 201)
  const texts = (await threadOf(paid.id)).entries.filter((one: { delivery?: { channel: string } }) => one.delivery)
  assert.deepEqual(
    texts.map(({ delivery }: { delivery: Written['deliveries'][0] }) => delivery.status),
    ['sent', 'sent'],
  )
})
