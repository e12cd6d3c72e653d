import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

/** Runs just before the next email goes out. That email then fails temporarily. */
let meanwhile: (() => Promise<void>) | null = null
/** If true, the next text to the buyer fails temporarily. */
let losesText = false
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({
    max: 20,
    senders: (real) => ({
      ...real,
      sms: {
        ...real.sms,
        send: async (message) => {
          if (!losesText || message.role !== 'buyer') return real.sms.send(message)
          losesText = false
          throw new Error('connect ECONNREFUSED 192.0.2.1:443')
        },
      },
      email: {
        ...real.email,
        send: async (message) => {
          const act = message.role === 'buyer' ? meanwhile : null
          if (!act) return real.email.send(message)
          meanwhile = null
          await act()
          throw new Error('connect ECONNREFUSED 192.0.2.1:443')
        },
      },
    }),
  })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

const FORMER = 'bea@tpyo.example.com'
const EMAIL = 'bea@typo.example.com'
const CORRECTED = 'The buyer corrected their email'

async function booked(occupancy: 'vacant' | 'resident' = 'vacant', form = {}) {
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy })
  const { booking, token } = await bookShowing(app, makeForm(home.slug, { buyerEmail: FORMER, ...form }))
  const correct = async (email = EMAIL) => {
    const path = `/api/showingbooker/public/booking/${token}/email`
    assert.equal((await app.call('POST', path, { email })).status, 200)
  }
  return { id: booking.id as string, correct }
}
const mailed = async (id: string, to: string) =>
  (
    await sql<{ subject: string }>`
      select subject from outbox_message where booking_id = ${id} and channel = 'email' and recipient #>> '{}' = ${to}
      order by id`.execute(app.db)
  ).rows.map(({ subject }) => subject.split(':')[0])

test('a resend sends nothing to a former email again', async () => {
  const { id, correct } = await booked()
  await app.runJobs()
  await correct()
  await app.runJobs()
  app.clock.advance({ minutes: 5 })
  const before = await mailed(id, FORMER)
  assert.deepEqual(before, ['Showing confirmed', 'Your email was replaced'])
  const own = await app.call('GET', `/api/showingbooker/bookings/${id}/notifications`, undefined, agent.headers)
  type Shown = { id: string; to: unknown; event: string; canResend: boolean; resendRefusal: string | null }
  const shown = own.body.notifications as Shown[]
  const old = shown.find(({ to, event }) => to === FORMER && event === 'booked')
  assert.deepEqual([old?.canResend, old?.resendRefusal], [false, CORRECTED])
  const resend = (one?: Shown) =>
    app.call('POST', `/api/showingbooker/notifications/${one?.id}/resend`, undefined, agent.headers)
  const refused = await resend(old)
  assert.deepEqual([refused.status, refused.body.code], [409, 'email_corrected'])
  const spanish = { ...agent.headers, 'accept-language': 'es' }
  const { body } = await app.call('GET', `/api/showingbooker/bookings/${id}/notifications`, undefined, spanish)
  assert.equal(
    body.notifications.find((one: Shown) => one.id === old?.id).resendRefusal,
    'El comprador corrigió su correo',
  )
  // We planned both within a millisecond, so chance decides which ID is the last one.
  await sql`update notification set id = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
    where booking_id = ${id} and event = 'email_changed'`.execute(app.db)
  const last = await app.call('POST', '/api/notifications/email', { bookingId: id }, agent.headers)
  assert.deepEqual(
    [last.status, last.body.notifications?.map((one: Shown) => one.to)],
    [200, ['lena@agents.example.com', EMAIL]],
    last.text,
  )
  await app.runJobs()
  app.clock.advance({ minutes: 5 })
  const again = await resend(shown.find(({ to, event }) => to === EMAIL && event === 'booked'))
  assert.equal(again.status, 200, again.text)
  // An earlier message that we plan again just now does not go out either.
  await sql`update notification set status = 'queued', logged_at = null, sent_at = null, send_id = gen_random_uuid()
    where id = ${old?.id}::uuid`.execute(app.db)
  await app.messaging.deliver(id)
  assert.deepEqual(await mailed(id, FORMER), before)
  assert.deepEqual(await mailed(id, EMAIL), ['Showing confirmed', 'Showing confirmed', 'Showing confirmed'])
})

test('after a correction, a resend by channel still reaches everyone who got the last sending', async () => {
  const { id, correct } = await booked('resident')
  await app.runJobs()
  app.clock.advance({ minutes: 1 })
  await correct()
  await app.runJobs()
  const again = async (channel: 'sms' | 'email', to?: string) => {
    app.clock.advance({ minutes: 5 })
    const { status, body, text } = await app.call(
      'POST',
      `/api/notifications/${channel}`,
      { bookingId: id, to },
      agent.headers,
    )
    assert.equal(status, 200, text)
    await app.runJobs()
    return body.notifications.map((one: { role: string }) => one.role).sort()
  }
  assert.deepEqual(await again('sms', '(213) 555-0100'), ['listing_agent'])
  assert.deepEqual(await again('email', 'rosa@home.example.com'), ['listing_agent'])
  assert.deepEqual(await again('email', EMAIL), ['buyer'])
  assert.deepEqual(await again('sms'), ['buyer', 'listing_agent', 'resident'])
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where booking_id = ${id} and role = 'buyer' and channel = 'sms' order by id desc limit 1`.execute(
    app.db,
  )
  const { rows: own } = await sql<{ manage_token: string }>`select manage_token from booking where id = ${id}`.execute(
    app.db,
  )
  assert.ok(rows[0]?.text.includes(own[0]?.manage_token ?? 'none'))
})

test('if the buyer corrects their email while an email fails, we do not retry it at the former address', async () => {
  const { id, correct } = await booked()
  meanwhile = () => correct()
  await app.runJobs()
  app.clock.advance({ hours: 1 })
  await app.messaging.deliver(id, 2)
  assert.deepEqual(await mailed(id, FORMER), ['Your email was replaced'])
  assert.deepEqual(await mailed(id, EMAIL), ['Showing confirmed'])
  const { rows } = await sql`
    select status, reason from notification where booking_id = ${id} and event = 'booked' and channel = 'email'
      and recipient #>> '{}' = ${FORMER} and role = 'buyer'`.execute(app.db)
  assert.deepEqual(rows, [{ status: 'not_sent', reason: CORRECTED }])
})

test('a text that failed before the correction goes out once, with the new link', async () => {
  for (const [tried, count] of [
    ['{}', 1],
    // The vendor may have taken it, so the new link needs its own text.
    ['{Confirmed}', 2],
  ] as const) {
    app.clock.set('2026-11-23T18:00:00Z')
    const { id, correct } = await booked()
    losesText = true
    await app.messaging.deliver(id)
    await sql`update notification set tried_texts = ${tried}
      where booking_id = ${id} and channel = 'sms' and role = 'buyer'`.execute(app.db)
    await correct()
    app.clock.advance({ hours: 1 })
    await app.messaging.deliver(id, 2)
    const { rows } = await sql<{ hasLink: boolean }>`
      select strpos(o.text, b.manage_token) > 0 as "hasLink" from outbox_message o join booking b on b.id = o.booking_id
      where b.id = ${id} and o.channel = 'sms' and o.role = 'buyer'`.execute(app.db)
    assert.deepEqual(
      rows.map(({ hasLink }) => hasLink),
      Array(count).fill(true),
      tried,
    )
  }
})

const BUYERS_AGENT = 'ann@realty.example.com'
const withAgent = {
  requesterType: 'buyers_agent',
  buyerAgentName: 'Ann Agent',
  buyerAgentEmail: BUYERS_AGENT,
  buyerAgentPhone: '2135550188',
}

test("a resend also goes to the buyer's agent who got a copy of the confirmation before the correction", async () => {
  for (const by of ['their email', 'channel', 'message']) {
    app.clock.set('2026-11-23T18:00:00Z')
    const { id, correct } = await booked('vacant', withAgent)
    await app.messaging.deliver(id)
    await correct()
    await app.messaging.deliver(id)
    app.clock.advance({ minutes: 5 })
    const { rows: own } = await sql<{ id: string }>`
      select id from notification where booking_id = ${id} and event = 'booked' and recipient #>> '{}' = ${EMAIL}`.execute(
      app.db,
    )
    const to = by === 'their email' ? BUYERS_AGENT : undefined
    const resent = await (by === 'message'
      ? app.call('POST', `/api/showingbooker/notifications/${own[0]?.id}/resend`, undefined, agent.headers)
      : app.call('POST', '/api/notifications/email', { bookingId: id, to }, agent.headers))
    assert.equal(resent.status, 200, resent.text)
    await app.messaging.deliver(id)
    const { rows } = await sql<{ to: string; isCopied: boolean }>`
      select recipient #>> '{}' as "to", cc @> array[${BUYERS_AGENT}] as "isCopied" from outbox_message
      where booking_id = ${id} and channel = 'email' and role = 'buyer' and subject <> 'Your email was replaced'
      order by id`.execute(app.db)
    assert.deepEqual(
      rows.map((row) => [row.to, row.isCopied]),
      [
        [FORMER, true],
        [EMAIL, false],
        [EMAIL, true],
      ],
      by,
    )
  }
})

test("a buyer's agent gets a copy of the new confirmation only if the first one did not go out", async () => {
  const copiesOf = async (isUnderWay: boolean) => {
    app.clock.set('2026-11-23T18:00:00Z')
    const { id, correct } = await booked('vacant', withAgent)
    if (isUnderWay) meanwhile = () => correct()
    await app.messaging.deliver(id)
    if (!isUnderWay) await correct()
    app.clock.advance({ hours: 1 })
    await app.messaging.deliver(id, 2)
    const { rows } = await sql<{ to: string; cc: string[] }>`
      select recipient #>> '{}' as "to", cc from outbox_message
      where booking_id = ${id} and channel = 'email' and role = 'buyer' and subject <> 'Your email was replaced'
      order by id`.execute(app.db)
    return rows.map(({ to, cc }) => [to, cc.includes(BUYERS_AGENT)])
  }
  assert.deepEqual(await copiesOf(true), [[EMAIL, true]])
  assert.deepEqual(await copiesOf(false), [
    [FORMER, true],
    [EMAIL, false],
  ])
})

test("a buyer who corrects their email to their agent's gets one confirmation there, and no copy of it", async () => {
  const own = 'Ann@Realty.example.com'
  const mailedBy = async (prepare: (booking: Awaited<ReturnType<typeof booked>>) => Promise<unknown>) => {
    app.clock.set('2026-11-23T18:00:00Z')
    const booking = await booked('vacant', withAgent)
    await prepare(booking)
    app.clock.advance({ hours: 1 })
    await app.messaging.deliver(booking.id, 2)
    const { rows } = await sql<{ to: string; cc: string[] }>`
      select recipient #>> '{}' as "to", cc from outbox_message
      where booking_id = ${booking.id} and channel = 'email' and role = 'buyer' and subject <> 'Your email was replaced'
      order by id`.execute(app.db)
    return rows
  }
  const alone = [{ to: own, cc: ['lena@agents.example.com'] }]
  const unsent = ({ correct }: Awaited<ReturnType<typeof booked>>) => correct(own)
  assert.deepEqual(await mailedBy(unsent), alone, 'not sent yet')
  const underWay = async ({ id, correct }: Awaited<ReturnType<typeof booked>>) => {
    meanwhile = () => correct(own)
    await app.messaging.deliver(id)
  }
  assert.deepEqual(await mailedBy(underWay), alone, 'under way')
})

test("a mailbox that has the copy of an unsent confirmation gets the confirmation when it becomes the buyer's", async () => {
  const { id, correct } = await booked('vacant', withAgent)
  await sql`update notification set delivered = ${[BUYERS_AGENT]}
    where booking_id = ${id} and channel = 'email' and role = 'buyer'`.execute(app.db)
  await correct(BUYERS_AGENT)
  const { rows } = await sql`select delivered, cc from notification
    where booking_id = ${id} and channel = 'email' and role = 'buyer' and event = 'booked'`.execute(app.db)
  assert.deepEqual(rows, [{ delivered: [], cc: ['lena@agents.example.com'] }])
})
