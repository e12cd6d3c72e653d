import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty, type PropertyChoices } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { newLinkToken } from '../../platform/link-token.ts'

/** Runs something while the provider charges a card. */
let meanwhile: (() => Promise<unknown>) | undefined
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({
    max: 20,
    provider: (real) => ({
      ...real,
      async capture(intentId: string) {
        await meanwhile?.()
        meanwhile = undefined
        return real.capture(intentId)
      },
    }),
  })
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
const correct = (token: string, email: string, nextToken?: string) =>
  app.call('POST', `/api/showingbooker/public/booking/${token}/email`, { email, nextToken })
const linkOf = ({ body }: Awaited<ReturnType<typeof correct>>): string => body.booking.manageUrl.split('/').at(-1)

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

async function textsOf(id: string) {
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where booking_id = ${id} and role = 'buyer' and channel = 'sms' order by id`.execute(
    app.db,
  )
  return rows.map(({ text }) => text)
}

test('when a buyer corrects their email, the new address gets the confirmation and the old one only a note', async () => {
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
  assert.match(toNew?.text ?? '', new RegExp(`/showingbooker/booking/${linkOf(answer)}`))
  assert.match(toFormer?.subject ?? '', /^Your email was replaced$/)
  for (const word of [token, linkOf(answer), EMAIL, home.id, 'Bea', 'SB-', 'St', '2026', '/booking'])
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

test('unsent emails go to the corrected address', async () => {
  const { id, token } = await booked()
  const link = linkOf(await correct(token, EMAIL))
  await app.runJobs()
  const former = (await mailsOf(id)).filter(({ to }) => to === FORMER)
  assert.deepEqual(
    former.map(({ subject }) => subject),
    ['Your email was replaced'],
  )
  // The confirmation had not gone out yet, so there is no second one.
  const [mail, ...others] = (await mailsOf(id)).filter(({ to }) => to === EMAIL)
  assert.deepEqual([mail?.text.includes(`/showingbooker/booking/${link}`), others.length], [true, 0])
  const [text, ...texts] = await textsOf(id)
  assert.deepEqual([text?.includes(`/showingbooker/booking/${link}`), texts.length], [true, 0])
})

test('the link that a stranger got at the mistyped email ends, and the buyer gets a new one by email and text', async () => {
  const { id, token } = await booked()
  await app.runJobs()
  const [first] = await textsOf(id)
  assert.ok(first?.includes(token))
  const link = linkOf(await correct(token, EMAIL))
  assert.notEqual(link, token)
  const own = '/api/showingbooker/public/booking'
  for (const path of ['', '/version', '/calendar.ics', '/receipt.pdf', '/thread'])
    assert.equal((await app.call('GET', `${own}/${token}${path}`)).status, 404, path)
  for (const [path, body] of [
    ['cancel', {}],
    ['move', { showingDate: '2026-11-27', showingTime: '10:00' }],
    ['refund-request', { reason: 'Nobody came.' }],
    ['thread', { words: 'Hello' }],
    ['email', { email: EMAIL }],
    ['email', { email: 'stranger@tpyo.example.com' }],
  ] as const)
    assert.equal((await app.call('POST', `${own}/${token}/${path}`, body)).status, 404, path)
  const page = await app.call('GET', `${own}/${link}`)
  assert.deepEqual([page.status, page.body.booking.status], [200, 'confirmed'])
  for (const url of [page.body.calendar.ics, page.body.receiptUrl]) assert.ok(url.includes(link))
  await app.runJobs()
  const [, text, ...texts] = await textsOf(id)
  assert.deepEqual([text?.includes(link), texts.length], [true, 0])
  assert.equal((await correct(link, FORMER)).status, 200)
})

test('a pay link that went to the mistyped email no longer leads to the page', async () => {
  const home = await makeProperty(app.db, { ownerId: agent.accountId })
  const form = { propertyId: home.slug, showingDate: '2026-11-27', showingTime: '10:00', buyerName: 'Bea' }
  const sent = await app.call('POST', '/api/showingbooker/pay-links', { ...form, buyerEmail: FORMER }, agent.headers)
  const clientSecret: string = sent.body.payUrl.split('/').at(-1)
  const card = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '123' }
  const billing = { name: 'Bea', email: FORMER, phone: '2135550177' }
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card, billing })
  const hold = await app.call('GET', `/api/payments/hold/${clientSecret}`)
  const { paymentIntentId } = hold.body
  const settle = () => app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  const paid = await settle()
  assert.equal(paid.body.booking?.buyerEmail, FORMER, paid.text)
  const token: string = paid.body.booking.manageUrl.split('/').at(-1)
  const link = linkOf(await correct(token, EMAIL))
  assert.equal((await app.call('GET', `/api/payments/hold/${clientSecret}`)).status, 404)
  assert.equal((await settle()).body.booking.manageUrl, null)
  await app.call('POST', `/api/showingbooker/bookings/${paid.body.booking.id}/cancel`, {}, agent.headers)
  await app.runJobs()
  const page = await app.call('GET', `/api/showingbooker/public/booking/${link}`)
  assert.deepEqual([page.body.booking.status, page.body.money], ['cancelled', 'returned'])
})

test('a visitor who phoned and adds an email keeps the link from their text', async () => {
  const home = await makeProperty(app.db, { ownerId: agent.accountId })
  const form = { propertyId: home.slug, showingDate: '2026-11-27', showingTime: '10:00', buyerName: 'Bea' }
  const made = await app.call(
    'POST',
    '/api/showingbooker/bookings',
    { ...form, buyerPhone: '213 555 0177' },
    agent.headers,
  )
  await app.runJobs()
  const [text] = await textsOf(made.body.id)
  const token = /booking\/([\w-]{32})/.exec(text ?? '')?.[1] ?? ''
  assert.equal(linkOf(await correct(token, EMAIL)), token)
  await app.runJobs()
  assert.equal((await textsOf(made.body.id)).length, 1)
})

test('if a request was approved before its messages went out, the new address gets only one confirmation', async () => {
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

test('later messages go to the corrected address, and a pending request stays pending', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  await app.runJobs()
  const corrected = await correct(token, EMAIL)
  assert.equal(corrected.body.booking.status, 'pending')
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
})

test('the new address gets the confirmation of an approved request, with the link', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  await app.runJobs()
  await app.call('POST', `/api/showingbooker/bookings/${id}/approve`, {}, agent.headers)
  await app.runJobs()
  let link = token
  for (const email of [EMAIL, 'bea@typos.example.com']) {
    link = linkOf(await correct(link, email))
    await app.runJobs()
    const [mail, ...others] = (await mailsOf(id)).filter(({ to }) => to === email)
    assert.deepEqual([mail?.subject.split(':')[0], others.length], ['Showing approved', 0])
    assert.match(mail?.text ?? '', new RegExp(`/showingbooker/booking/${link}`))
    const texts = (await textsOf(id)).filter((text) => text.includes(link))
    assert.deepEqual([texts.length, texts[0]?.startsWith('ShowingBooker: Approved')], [1, true])
  }
})

test('if an email is corrected before the card is charged, the approval that follows is the confirmation', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  await app.runJobs()
  await app.call('POST', `/api/showingbooker/bookings/${id}/approve`, {}, agent.headers)
  const link = linkOf(await correct(token, EMAIL))
  await app.runJobs()
  const sent = (await mailsOf(id)).filter(({ to }) => to === EMAIL)
  assert.deepEqual([sent.length, sent[0]?.text.includes(`/showingbooker/booking/${link}`)], [1, true])
  assert.equal((await textsOf(id)).filter((text) => text.includes(link)).length, 1)
})

for (const [at, isDemo] of [
  ['', false],
  [" at an agent's demo property", true],
] as const) {
  test(`if an email is corrected while the provider charges the card${at}, the approval goes to the new address`, async () => {
    const { id, token } = await booked({ approval: 'manual', isDemo })
    await app.runJobs()
    await app.call('POST', `/api/showingbooker/bookings/${id}/approve`, {}, agent.headers)
    let link = ''
    meanwhile = async () => {
      link = linkOf(await correct(token, EMAIL))
    }
    await app.runJobs()
    const sent = (await mailsOf(id)).filter(({ to }) => to === EMAIL)
    assert.deepEqual([sent.length, sent[0]?.text.includes(`/showingbooker/booking/${link}`)], [1, true])
  })
}

test('two identical corrections at once change the email once, and both requests succeed', async () => {
  const { id, token } = await booked()
  await app.runJobs()
  // Both have found the booking by its link, and wait to change it.
  const running = await app.db.transaction().execute(async (tx) => {
    await sql`select from booking where id = ${id} for update`.execute(tx)
    const both = [correct(token, EMAIL), correct(token, EMAIL)]
    await untilLockWaits(app.db, ...both)
    return { both }
  })
  const answers = await Promise.all(running.both)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const [one, other] = answers as [(typeof answers)[0], (typeof answers)[0]]
  assert.equal(linkOf(one), linkOf(other))
  await app.runJobs()
  assert.equal((await mailsOf(id)).filter(({ to }) => to === EMAIL).length, 1)
})

test('an invalid or unchanged email changes nothing, and corrections are limited', async () => {
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
  let [former, link] = ['', token]
  const nextToken = newLinkToken()
  for (const n of [1, 2, 3]) {
    former = link
    link = linkOf(await correct(former, `bea${n}@typo.example.com`, n === 3 ? nextToken : undefined))
  }
  const many = await correct(link, 'bea4@typo.example.com')
  // The answer to the third correction got lost.
  assert.equal(linkOf(await correct(former, 'bea3@typo.example.com', nextToken)), link)
  assert.deepEqual([many.status, many.body.code], [429, 'email_corrected_too_often'])
  await app.runJobs()
  const to = (await mailsOf(id)).map((mail) => mail.to)
  assert.ok(!to.includes('bea4@typo.example.com'))
  assert.ok(to.includes('bea3@typo.example.com'))
  assert.equal((await correct('x'.repeat(32), EMAIL)).status, 404)
  app.clock.set('2026-11-24T19:00:00Z')
  assert.equal((await correct(link, 'bea4@typo.example.com')).status, 200)
})

test("the agent's note on a buyer follows the corrected email, unless another showing or note needs the key", async () => {
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
