import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { newLinkToken } from '../../platform/link-token.ts'

/** A buyer who can no longer correct their email calls support, and an admin corrects it (decision 89). */
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let admin: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20 })
  agent = await signUp(app, 'agent@agents.example.com')
  admin = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

const FORMER = 'bea@tpyo.example.com'
const PHONE = '(213) 555-0177'
const EMAIL = 'bea@typo.example.com'

async function booked() {
  const home = await makeProperty(app.db, { ownerId: agent.accountId })
  const { booking, token } = await bookShowing(app, makeForm(home.slug, { buyerEmail: FORMER, buyerPhone: PHONE }))
  await app.runJobs()
  return { token, id: booking.id as string }
}
const asBuyer = (token: string, email: string, nextToken = newLinkToken()) =>
  app.call('POST', `/api/showingbooker/public/booking/${token}/email`, { email, nextToken })
const asAdmin = (id: string, email: string, headers = admin.headers) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/email`, { email }, headers)
const pageOf = (token: string) => app.call('GET', `/api/showingbooker/public/booking/${token}`)

async function sent(id: string) {
  const { rows } = await sql<{ channel: string; to: string; subject: string | null; text: string }>`
    select channel, recipient #>> '{}' as "to", subject, text from outbox_message
    where booking_id = ${id} and role = 'buyer' order by id`.execute(app.db)
  return rows
}
const linkIn = (text: string | undefined) => /booking\/([\w-]{32})/.exec(text ?? '')?.[1] ?? ''

async function actsOf(id: string) {
  const { rows } = await sql<{ act: string; actor: string; details: object }>`
    select act, actor_id as actor, details from admin_act where subject_kind = 'booking' and subject_id = ${id}`.execute(
    app.db,
  )
  return rows
}
async function loggedBy(id: string) {
  const { rows } = await sql<{ event: string; payload: Record<string, unknown> }>`
    select event, payload::jsonb as payload from compliance_entry
    where booking_id = ${id} and event in ('email_changed', 'link_renewed') order by sequence`.execute(app.db)
  return rows.map(({ event, payload }) => [event, payload.by, payload.accountId, payload.email])
}

test('an admin can give a booking back to the buyer after a stranger used up the corrections', async () => {
  const { id, token } = await booked()
  let link = token
  for (const n of [1, 2, 3]) {
    const next = newLinkToken()
    assert.equal((await asBuyer(link, `stranger${n}@tpyo.example.com`, next)).status, 200)
    link = next
  }
  assert.equal((await asBuyer(link, EMAIL)).status, 429)
  await app.runJobs()
  const before = (await sent(id)).length

  const answer = await asAdmin(id, ` ${EMAIL} `)
  assert.deepEqual([answer.status, answer.body.buyerEmail, answer.body.can?.correctEmail], [200, EMAIL, true])
  // Only the buyer gets the link.
  assert.ok(!/manage/i.test(answer.text))
  assert.equal((await pageOf(link)).status, 404)
  await app.runJobs()
  const news = (await sent(id)).slice(before)
  assert.deepEqual(news.map(({ channel, to }) => [channel, to]).sort(), [
    ['email', EMAIL],
    ['email', 'stranger3@tpyo.example.com'],
    ['sms', PHONE],
  ])
  const mail = news.find(({ to }) => to === EMAIL)
  const buyers = linkIn(mail?.text)
  assert.equal((await pageOf(buyers)).body.booking?.buyerEmail, EMAIL)
  assert.equal(linkIn(news.find(({ channel }) => channel === 'sms')?.text), buyers)
  assert.equal(linkIn(news.find(({ to }) => to.startsWith('stranger'))?.text), '')
  assert.deepEqual(await actsOf(id), [{ act: 'booking.correct_email', actor: admin.accountId, details: {} }])
  assert.deepEqual((await loggedBy(id)).at(-1), ['email_changed', 'admin', admin.accountId, EMAIL])
})

test("an admin's correction does not count toward the buyer's limit", async () => {
  const { id } = await booked()
  for (const n of [1, 2, 3, 4]) assert.equal((await asAdmin(id, `bea${n}@typo.example.com`)).status, 200)
  await app.runJobs()
  const link = linkIn((await sent(id)).filter(({ to }) => to === 'bea4@typo.example.com')[0]?.text)
  assert.equal((await asBuyer(link, EMAIL)).status, 200)
})

test('a stranger who typed the right email loses the link: the admin enters it again, and the buyer gets a new link', async () => {
  const { id, token } = await booked()
  const strangers = newLinkToken()
  assert.equal((await asBuyer(token, EMAIL, strangers)).status, 200)
  await app.runJobs()
  const before = (await sent(id)).length
  assert.equal((await asAdmin(id, EMAIL)).status, 200)
  assert.equal((await pageOf(strangers)).status, 404)
  await app.runJobs()
  const news = (await sent(id)).slice(before)
  assert.deepEqual(news.map(({ channel, to }) => [channel, to]).sort(), [
    ['email', EMAIL],
    ['sms', PHONE],
  ])
  for (const { text } of news) assert.equal((await pageOf(linkIn(text))).status, 200)
  assert.equal((await actsOf(id)).length, 1)
})

test('an admin can correct the email of a canceled showing, and the new address gets only the new link', async () => {
  const { id, token } = await booked()
  await app.call('POST', `/api/showingbooker/bookings/${id}/cancel`, {}, agent.headers)
  await app.runJobs()
  for (const _ of ['another email', 'the same one']) {
    const before = (await sent(id)).length
    assert.equal((await asAdmin(id, EMAIL)).status, 200)
    assert.equal((await pageOf(token)).status, 404)
    await app.runJobs()
    const mails = (await sent(id)).slice(before).filter(({ to }) => to === EMAIL)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['Your booking page'],
    )
    assert.equal((await pageOf(linkIn(mails[0]?.text))).status, 200)
  }
})

test('only an admin can correct it, and an invalid email changes and records nothing', async () => {
  const { id, token } = await booked()
  assert.equal((await asAdmin(id, EMAIL, agent.headers)).status, 403)
  const wrong = await asAdmin(id, 'bea')
  assert.deepEqual([wrong.status, wrong.body.issues?.[0]?.path], [400, 'email'])
  assert.equal((await asAdmin('01900000-0000-7000-8000-000000000000', EMAIL)).status, 404)
  const own = await app.call('GET', `/api/showingbooker/bookings/${id}`, undefined, agent.headers)
  assert.deepEqual([own.body.buyerEmail, own.body.can.correctEmail], [FORMER, false])
  assert.equal((await pageOf(token)).status, 200)
  assert.deepEqual([await actsOf(id), await loggedBy(id)], [[], []])
})

/** Keeps others from changing a booking until the returned function is called. */
async function keep(id: string) {
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const done = app.db.transaction().execute(async (tx) => {
    await sql`select from booking where id = ${id} for no key update`.execute(tx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  return async () => {
    release.resolve()
    await done
  }
}

for (const status of ['confirmed', 'cancelled'])
  test(`a stranger with the old link loses against two admins who act at the same moment (${status} showing)`, async () => {
    const { id, token } = await booked()
    if (status === 'cancelled') {
      await app.call('POST', `/api/showingbooker/bookings/${id}/cancel`, {}, agent.headers)
      await app.runJobs()
    }
    const strangers = newLinkToken()
    const release = await keep(id)
    // The email stays the same, so only the link shows that the first admin acted in between.
    const first = asAdmin(id, FORMER)
    await untilLockWaits(app.db, first)
    const second = asAdmin(id, FORMER)
    await untilLockWaits(app.db, first, second)
    const stranger = asBuyer(token, 'stranger@tpyo.example.com', strangers)
    await untilLockWaits(app.db, first, second, stranger)
    await release()
    assert.deepEqual(
      (await Promise.all([first, second, stranger])).map((answer) => answer.status),
      [200, 200, 404],
    )
    for (const link of [token, strangers]) assert.equal((await pageOf(link)).status, 404)
    const { body } = await app.call('GET', `/api/showingbooker/bookings/${id}`, undefined, admin.headers)
    assert.equal(body.buyerEmail, FORMER)
    assert.deepEqual(
      (await loggedBy(id)).map(([event, by, , email]) => [event, by, email]),
      [
        ['link_renewed', 'admin', FORMER],
        ['link_renewed', 'admin', FORMER],
      ],
    )
  })

test('a stranger who enters the right email at the same moment as an admin gets no new link', async () => {
  const { id, token } = await booked()
  const release = await keep(id)
  const byAdmin = asAdmin(id, EMAIL)
  await untilLockWaits(app.db, byAdmin)
  const stranger = asBuyer(token, EMAIL)
  await untilLockWaits(app.db, byAdmin, stranger)
  await release()
  assert.deepEqual([(await byAdmin).status, (await stranger).status], [200, 404])
  await app.runJobs()
  const link = linkIn((await sent(id)).find(({ to, text }) => to === EMAIL && linkIn(text))?.text)
  assert.equal((await pageOf(link)).body.booking?.buyerEmail, EMAIL)
})

test('sample data has no buyer, so an admin cannot correct its email and its link stays', async () => {
  await app.call('POST', '/api/showingbooker/demo-data', undefined, agent.headers)
  const { rows } = await sql<{ id: string; token: string }>`
    select id, manage_token as token from booking b where is_demo and owner_id = ${agent.accountId}
      and not exists (select from payment where booking_id = b.id) limit 1`.execute(app.db)
  const { id = '', token = '' } = rows[0] ?? {}
  const { body } = await app.call('GET', `/api/showingbooker/bookings/${id}`, undefined, admin.headers)
  assert.equal(body.can?.correctEmail, false)
  const answer = await asAdmin(id, EMAIL)
  assert.deepEqual([answer.status, answer.body.code], [409, 'demo_stays'])
  assert.equal((await pageOf(token)).status, 200)
  assert.deepEqual(await actsOf(id), [])
})

test('the same email in capitals counts as the same address and gets one email with the new link', async () => {
  const { id } = await booked()
  const before = (await sent(id)).length
  const capitals = FORMER.toUpperCase()
  assert.equal((await asAdmin(id, capitals)).status, 200)
  await app.runJobs()
  const mails = (await sent(id)).slice(before).filter(({ channel }) => channel === 'email')
  assert.deepEqual(
    mails.map(({ to }) => to),
    [capitals],
  )
})
