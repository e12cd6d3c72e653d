import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty, type PropertyChoices } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20 })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

const FORMER = 'bea@tpyo.example.com'
const EMAIL = 'bea@typo.example.com'

async function booked(choices: PropertyChoices = {}) {
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident', ...choices })
  const { booking, token } = await bookShowing(app, makeForm(home.slug, { buyerEmail: FORMER }))
  return { home, token, id: booking.id as string }
}
const correct = (token: string, email: string) =>
  app.call('POST', `/api/showingbooker/public/booking/${token}/email`, { email })

async function mailsOf(id: string) {
  const { rows } = await sql<{
    to: string
    cc: string[]
    subject: string
    text: string
    html: string
    reply: string | null
  }>`
    select recipient #>> '{}' as "to", cc, subject, text, html, reply_to as reply from outbox_message
    where booking_id = ${id} and role = 'buyer' and channel = 'email' order by id`.execute(app.db)
  return rows
}

test('a buyer corrects their email: the new address gets the confirmation, the former one only hears that it was replaced', async () => {
  const { id, token, home } = await booked()
  await app.runJobs()
  const before = (await mailsOf(id)).length
  const answer = await correct(token, ` ${EMAIL} `)
  assert.deepEqual([answer.status, answer.body.booking.buyerEmail], [200, EMAIL], answer.text)
  await app.runJobs()
  const sent = (await mailsOf(id)).slice(before)
  const toNew = sent.find(({ to }) => to === EMAIL)
  const toFormer = sent.find(({ to }) => to === FORMER)
  assert.deepEqual([sent.length, toNew?.cc, toFormer?.cc], [2, [], []])
  assert.match(toNew?.text ?? '', new RegExp(`/showingbooker/booking/${token}`))
  assert.match(toFormer?.subject ?? '', /^Your email was replaced$/)
  for (const word of [token, EMAIL, home.id, 'Bea', 'SB-', 'St', '2026', '/booking'])
    assert.ok(!`${toFormer?.text}${toFormer?.subject}`.includes(word), word)
  assert.doesNotMatch(toFormer?.html ?? '', /href="(?!tel:)[^"]*booking/)
  assert.equal(toFormer?.reply, null)

  const own = await app.call('GET', `/api/showingbooker/bookings/${id}`, undefined, agent.headers)
  assert.equal(own.body.buyerEmail, EMAIL)
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload::jsonb as payload from compliance_entry where booking_id = ${id} and event = 'email_changed'`.execute(
    app.db,
  )
  assert.equal(rows.length, 1)
  assert.deepEqual(
    [rows[0]?.payload.by, rows[0]?.payload.email, rows[0]?.payload.former],
    ['buyer', EMAIL, { email: FORMER }],
  )
  const log = await app.call('GET', `/api/showingbooker/properties/${home.id}/logs.csv`, undefined, agent.headers)
  assert.equal(log.status, 200)
})

test('what has not gone out yet goes to the corrected address', async () => {
  const { id, token } = await booked()
  assert.equal((await correct(token, EMAIL)).status, 200)
  await app.runJobs()
  const former = (await mailsOf(id)).filter(({ to }) => to === FORMER)
  assert.deepEqual(
    former.map(({ subject }) => subject),
    ['Your email was replaced'],
  )
  // The confirmation was still to go out, so there is no second one.
  const [mail, ...others] = (await mailsOf(id)).filter(({ to }) => to === EMAIL)
  assert.deepEqual([mail?.text.includes(`/showingbooker/booking/${token}`), others.length], [true, 0])
})

test('a request that was approved before its messages went out is confirmed once at the new address', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  await app.call('POST', `/api/showingbooker/bookings/${id}/approve`, {}, agent.headers)
  // The card is charged, but the approval has not gone out.
  await app.jobs['lifecycle.move-money']?.({ bookingId: id }, { isLastAttempt: false })
  assert.equal((await correct(token, EMAIL)).status, 200)
  await app.runJobs()
  const sent = (await mailsOf(id)).filter(({ to }) => to === EMAIL)
  assert.deepEqual(
    sent.map(({ subject }) => subject.split(':')[0]),
    ['Showing approved'],
  )
})

test('later messages go to the corrected address, and a request that waits for approval keeps its state', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  await app.runJobs()
  assert.equal((await correct(token, EMAIL)).body.booking.status, 'pending')
  await app.runJobs()
  const before = (await mailsOf(id)).length
  await app.call(
    'POST',
    `/api/showingbooker/bookings/${id}/decline`,
    {},
    { cookie: agent.cookie, origin: app.config.publicUrl },
  )
  await app.runJobs()
  assert.deepEqual(
    (await mailsOf(id)).slice(before).map(({ to }) => to),
    [EMAIL],
  )
  const over = await correct(token, 'other@typo.example.com')
  assert.deepEqual([over.status, over.body.code], [409, 'booking_declined'])
})

test('a request that was approved is confirmed at the new address, with the link', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  await app.runJobs()
  await app.call('POST', `/api/showingbooker/bookings/${id}/approve`, {}, agent.headers)
  await app.runJobs()
  for (const email of [EMAIL, 'bea@typos.example.com']) {
    assert.equal((await correct(token, email)).status, 200)
    await app.runJobs()
    const [mail, ...others] = (await mailsOf(id)).filter(({ to }) => to === email)
    assert.deepEqual([mail?.subject.split(':')[0], others.length], ['Showing approved', 0])
    assert.match(mail?.text ?? '', new RegExp(`/showingbooker/booking/${token}`))
  }
})

test('while the card of an approved request is being charged, the approval that follows is the confirmation', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  await app.runJobs()
  await app.call('POST', `/api/showingbooker/bookings/${id}/approve`, {}, agent.headers)
  assert.equal((await correct(token, EMAIL)).status, 200)
  await app.runJobs()
  const sent = (await mailsOf(id)).filter(({ to }) => to === EMAIL)
  assert.deepEqual([sent.length, sent[0]?.text.includes(`/showingbooker/booking/${token}`)], [1, true])
})

test('the same correction twice at once is made once, and both are answered', async () => {
  const { id, token } = await booked()
  await app.runJobs()
  const answers = await Promise.all([correct(token, EMAIL), correct(token, EMAIL)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  await app.runJobs()
  assert.equal((await mailsOf(id)).filter(({ to }) => to === EMAIL).length, 1)
})

test('an email that is no email, or the same, changes nothing, and tries are limited', async () => {
  const { id, token } = await booked()
  await app.runJobs()
  const bad = await correct(token, 'bea')
  assert.deepEqual([bad.status, bad.body.issues?.[0]?.path], [400, 'email'])
  const planned = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from notification where booking_id = ${id}`.execute(app.db)
    return rows[0]?.count
  }
  const before = await planned()
  for (const _ of [1, 2, 3, 4]) {
    const same = await correct(token, FORMER)
    assert.deepEqual([same.status, same.body.booking?.buyerEmail], [200, FORMER], same.text)
  }
  assert.equal(await planned(), before)
  for (const n of [1, 2, 3]) assert.equal((await correct(token, `bea${n}@typo.example.com`)).status, 200)
  const many = await correct(token, 'bea4@typo.example.com')
  // The answer to the third was lost.
  assert.equal((await correct(token, 'bea3@typo.example.com')).status, 200)
  assert.deepEqual([many.status, many.body.code], [429, 'email_corrected_too_often'])
  await app.runJobs()
  const to = (await mailsOf(id)).map((mail) => mail.to)
  assert.ok(!to.includes('bea4@typo.example.com'))
  assert.ok(to.includes('bea3@typo.example.com'))
  assert.equal((await correct('x'.repeat(32), EMAIL)).status, 404)
  app.clock.set('2026-11-24T19:00:00Z')
  assert.equal((await correct(token, 'bea4@typo.example.com')).status, 200)
})

test("the agent's note on a buyer follows the corrected email, unless another showing or note would lose by it", async () => {
  const noteAt = async (id: string) =>
    (await app.call('GET', `/api/showingbooker/buyers/${id}`, undefined, agent.headers)).body.buyer?.note
  const note = async (id: string, words: string) => {
    const path = `/api/showingbooker/buyers/${id}/note`
    assert.equal((await app.call('PUT', path, { note: words }, agent.headers)).status, 200)
  }
  const visit = async (email: string) => {
    const home = await makeProperty(app.db, { ownerId: agent.accountId })
    const { booking, token } = await bookShowing(app, makeForm(home.slug, { buyerEmail: email }))
    return { id: booking.id as string, token }
  }
  const only = await visit('Ann@tpyo.example.com')
  await note(only.id, 'Wants a garage.')
  await correct(only.token, 'Ann@typo.example.com')
  assert.equal(await noteAt(only.id), 'Wants a garage.')

  const one = await visit('cy@tpyo.example.com')
  const other = await visit('CY@tpyo.example.com')
  await note(one.id, 'Has a dog.')
  await correct(one.token, 'cy@typo.example.com')
  assert.deepEqual([await noteAt(one.id), await noteAt(other.id)], [null, 'Has a dog.'])

  const known = await visit('di@typo.example.com')
  await note(known.id, 'Pays in cash.')
  const mistyped = await visit('di@tpyo.example.com')
  await note(mistyped.id, 'Came late.')
  await correct(mistyped.token, 'di@typo.example.com')
  assert.equal(await noteAt(known.id), 'Pays in cash.')
})
