import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

const admin = { kind: 'account', accountId: '', role: 'admin', email: '' } as const

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp()
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())

/** Books a showing at an occupied property, and sends its messages. */
async function book() {
  app.clock.set('2026-11-23T18:00:00Z')
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident' })
  const { booking } = await bookShowing(app, makeForm(home.slug, { buyerEmail: 'maria@buyers.example.com' }))
  await app.runJobs()
  app.clock.advance({ minutes: 2 })
  const idOf = async (channel: string, role: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from notification where booking_id = ${booking.id} and channel = ${channel} and role = ${role}`.execute(
      app.db,
    )
    return rows[0]?.id ?? ''
  }
  return {
    id: booking.id as string,
    homeId: home.id,
    idOf,
    change: (set: Record<string, string | null>) =>
      app.db
        .updateTable('property' as never)
        .set(set as never)
        .where('id' as never, '=', home.id as never)
        .execute(),
    async resend(channel: string, role: string) {
      const path = `/api/showingbooker/notifications/${await idOf(channel, role)}/resend`
      const { status, body } = await app.call('POST', path, undefined, agent.headers)
      await app.runJobs()
      app.clock.advance({ minutes: 2 })
      return [status, body.code ?? body.error]
    },
    async again(channel: string, to: string) {
      const asked = { bookingId: booking.id, to }
      const { status, body } = await app.call('POST', `/api/notifications/${channel}`, asked, agent.headers)
      await app.runJobs()
      app.clock.advance({ minutes: 2 })
      return [status, body.code]
    },
    /** Returns where the messages went, the latest last. */
    async sent(channel: string, role: string) {
      const { rows } = await sql<{ to: string; cc: string[]; text: string }>`
        select recipient #>> '{}' as to, cc, text from outbox_message
        where booking_id = ${booking.id} and channel = ${channel} and role = ${role} order by sent_at, id`.execute(
        app.db,
      )
      return rows
    },
    /** Returns the recipients in the log, the latest last. */
    async logged(channel: string, role: string) {
      const { rows } = await sql<{ payload: string }>`
        select payload from compliance_entry where booking_id = ${booking.id} and event = 'notified' order by sequence`.execute(
        app.db,
      )
      type Message = { channel: string; role: string; to: string; cc: string[] }
      return rows
        .flatMap(({ payload }) => JSON.parse(payload).messages as Message[])
        .filter((one) => one.channel === channel && one.role === role)
        .map(({ to, cc }) => [to, ...cc])
    },
  }
}

test('a resent notice goes to the corrected phone, and the log says where both went', async () => {
  const showing = await book()
  await showing.change({ resident_phone: '(213) 555-0122', resident_first_name: 'Ben' })
  assert.deepEqual(await showing.resend('sms', 'resident'), [200, undefined])
  assert.deepEqual(
    (await showing.sent('sms', 'resident')).map(({ to }) => to),
    ['(213) 555-0111', '(213) 555-0122'],
  )
  assert.deepEqual(await showing.logged('sms', 'resident'), [['(213) 555-0111'], ['(213) 555-0122']])
  assert.equal((await app.compliance.verify(admin, showing.homeId)).valid, true)
  assert.deepEqual(await showing.again('sms', '213 555 0122'), [200, undefined])
  assert.deepEqual(await showing.again('sms', '213 555 0111'), [400, 'not_a_party'])
})

test('a resent email goes to the current mailboxes of agent and resident', async () => {
  const showing = await book()
  await showing.change({ resident_email: 'ben@home.example.com', agent_email: 'lena@new.example.com' })
  assert.deepEqual(await showing.again('email', 'ben@home.example.com'), [200, undefined])
  const { to, cc } = (await showing.sent('email', 'listing_agent')).at(-1) ?? {}
  assert.deepEqual([to, cc], ['lena@new.example.com', ['ben@home.example.com']])
  assert.deepEqual((await showing.logged('email', 'listing_agent')).at(-1), [
    'lena@new.example.com',
    'ben@home.example.com',
  ])
  // The buyer's email is the booking's own.
  assert.deepEqual(await showing.resend('email', 'buyer'), [200, undefined])
  assert.equal((await showing.sent('email', 'buyer')).at(-1)?.to, 'maria@buyers.example.com')
})

test('a message to someone who has no such contact any more cannot be resent, and its email goes without a copy', async () => {
  const showing = await book()
  await showing.change({ resident_phone: null, resident_email: null })
  assert.deepEqual(await showing.resend('sms', 'resident'), [409, 'no_contact'])
  assert.deepEqual(await showing.resend('email', 'listing_agent'), [200, undefined])
  assert.deepEqual((await showing.sent('email', 'listing_agent')).at(-1)?.cc, [])
})

test('STOP from a wrong number does not hold back the text to the corrected one', async () => {
  const showing = await book()
  await sql`insert into text_opt_out (phone, is_out, word, changed_at) values ('+12135550111', true, 'STOP', now())`.execute(
    app.db,
  )
  assert.deepEqual(await showing.resend('sms', 'resident'), [409, 'no_texts_wanted'])
  await showing.change({ resident_phone: '(213) 555-0133' })
  assert.deepEqual(await showing.resend('sms', 'resident'), [200, undefined])
  assert.equal((await showing.sent('sms', 'resident')).at(-1)?.to, '(213) 555-0133')
  await sql`delete from text_opt_out`.execute(app.db)
})

test('a server of the previous version resends to the stored recipient', async () => {
  const showing = await book()
  await showing.change({ resident_phone: '(213) 555-0122' })
  const messages = [{ id: await showing.idOf('sms', 'resident'), send_id: randomUUIDv7() }]
  await sql`select resend_notifications(${showing.id}, ${JSON.stringify(messages)}::jsonb, ${agent.accountId},
    ${app.clock.now().toString()}::timestamptz)`.execute(app.db)
  await app.runJobs()
  assert.deepEqual(
    (await showing.sent('sms', 'resident')).map(({ to }) => to),
    ['(213) 555-0111', '(213) 555-0111'],
  )
})
