import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20 })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

const post = (id: string, name: string, body: object, who = agent) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/${name}`, body, {
    cookie: who.cookie,
    origin: app.config.publicUrl,
  })
const late = (id: string, minutes: number) => post(id, 'running-late', { minutes })

async function booked() {
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident' })
  const shown = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  return { home, ...shown, id: shown.booking.id as string }
}

const told = async (id: string) =>
  (
    await sql<{ row: string }>`
      select concat_ws(' ', event, turn, channel, role, status, reason) as row from notification
      where booking_id = ${id} and event = 'running_late' order by turn, channel`.execute(app.db)
  ).rows.map(({ row }) => row)

const logged = async (id: string) =>
  (
    await sql<{ row: string }>`
      select payload::jsonb ->> 'minutes' as row from compliance_entry
      where booking_id = ${id} and event = 'running_late' order by sequence`.execute(app.db)
  ).rows.map(({ row }) => row)

test('an agent can tell the buyer about each delay once, from an hour before the start until the end', async () => {
  const { id, booking, token } = await booked()
  const start = Temporal.Instant.from(booking.startsAt)
  app.clock.set(start.subtract({ minutes: 61 }).toString())
  assert.deepEqual([(await late(id, 10)).status, (await late(id, 10)).body.code], [409, 'too_early'])
  app.clock.set(start.subtract({ minutes: 20 }).toString())
  const answers = await Promise.all([late(id, 10), late(id, 10), late(id, 10)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  assert.deepEqual(answers.find(({ status }) => status === 200)?.body.late, { told: 10, next: 20 })
  await app.runJobs()
  const more = await late(id, 20)
  assert.deepEqual([more.status, more.body.late], [200, { told: 20, next: 30 }], more.text)
  assert.equal((await late(id, 10)).body.code, 'late_before')
  assert.equal((await late(id, 15)).status, 400)
  await app.runJobs()
  assert.deepEqual(await told(id), [
    'running_late 10 email buyer sent',
    'running_late 10 sms buyer sent',
    'running_late 20 email buyer sent',
    'running_late 20 sms buyer sent',
  ])
  assert.deepEqual(await logged(id), ['10', '20'])
  const page = await app.call('GET', `/api/showingbooker/public/booking/${token}`)
  assert.equal(page.body.lateMinutes, 20)
  app.clock.set(booking.endsAt)
  assert.equal((await late(id, 30)).body.code, 'showing_over')
})

test('a buyer whose phone said STOP gets only the email, and no one gets a text at night', async () => {
  const { id, booking } = await booked()
  const start = Temporal.Instant.from(booking.startsAt)
  const phone = (await sql<{ p: string }>`select buyer_phone_e164 as p from booking where id = ${id}`.execute(app.db))
    .rows[0]?.p
  await sql`insert into text_opt_out (phone, is_out, word, changed_at) values (${phone}, true, 'stop', now())`.execute(
    app.db,
  )
  app.clock.set(start.toString())
  assert.equal((await late(id, 10)).status, 200)
  await app.runJobs()
  assert.deepEqual(await told(id), ['running_late 10 email buyer sent'])
  await sql`update booking set buyer_email = '' where id = ${id}`.execute(app.db)
  const unreachable = await late(id, 20)
  assert.deepEqual([unreachable.status, unreachable.body.code], [409, 'buyer_unreachable'])
  assert.deepEqual(await logged(id), ['10'])
  await sql`delete from text_opt_out`.execute(app.db)
})

test("the agent's reason reaches the buyer, and a reason longer than the form allows is refused", async () => {
  const { id, token } = await booked()
  const long = await post(id, 'cancel', { reason: 'x'.repeat(501) })
  assert.deepEqual([long.status, long.body.issues?.[0]?.path], [400, 'reason'])
  assert.equal((await post(id, 'cancel', { reason: ' The <b>boiler</b> broke ' })).status, 200)
  await app.runJobs()
  const { rows } = await sql<{ channel: string; role: string; said: boolean; html: string | null }>`
    select channel, role, text like '%The <b>boiler</b> broke%' as said, html from outbox_message
    where booking_id = ${id} and subject like 'Showing canceled%' or booking_id = ${id} and text like '%Canceled%'
    order by channel, role`.execute(app.db)
  assert.deepEqual(
    rows.filter(({ said }) => said).map(({ channel, role }) => `${channel} ${role}`),
    ['email buyer', 'sms buyer'],
  )
  for (const { html } of rows) assert.doesNotMatch(html ?? '', /<b>boiler/)
  const page = await app.call('GET', `/api/showingbooker/public/booking/${token}`)
  assert.equal(page.body.reason, 'The <b>boiler</b> broke')
})
