import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp()
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-23T18:00:00Z')
  await sql`delete from try_count`.execute(app.db)
})

/**
 * Books showings at properties whose contact and resident always have the same phones.
 * @param phone the visitor's phone
 */
async function book(count: number, phone: (n: number) => string) {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident' })
    ids.push((await bookShowing(app, makeForm(home.slug, { buyerPhone: phone(n) }))).booking.id)
  }
  await app.runJobs()
  return ids
}
const again = (bookingId: string, to: string, channel = 'sms') =>
  app.call('POST', `/api/notifications/${channel}`, { bookingId, to }, agent.headers)
/** Resends the texts of these showings in turn until `most` have gone out. @returns the answer to the next resend */
async function resend(ids: string[], to: (n: number) => string, most: number) {
  for (let sent = 0; sent < most; ) {
    app.clock.advance({ seconds: 61 })
    for (const [n, id] of ids.entries()) {
      if (sent === most) break
      const { status, text } = await again(id, to(n))
      assert.equal(status, 200, text)
      sent++
    }
    await app.runJobs()
  }
  app.clock.advance({ seconds: 61 })
  return again(ids.at(-1) ?? '', to(ids.length - 1))
}

const PHONES: [who: string, phone: string, most: number][] = [
  ["the buyer's", '213 555 0171', 20],
  ["the resident's", '(213) 555-0111', 20],
]
for (const [who, phone, most] of PHONES)
  test(`${who} phone gets at most ${most} resent texts an hour, and emails still go out`, async () => {
    const ids = await book(6, () => '213 555 0171')
    const refused = await resend(ids, () => phone, most)
    assert.deepEqual([refused.status, refused.body.code], [429, 'texted_too_often'], refused.text)
    assert.ok(Number(refused.headers.get('retry-after')) > 3000)
    assert.equal((await again(ids[5] ?? '', 'lena@agents.example.com', 'email')).status, 200)
    // A text that never went out does not count.
    await sql`update notification set status = 'failed' where booking_id = ${ids[5]} and channel = 'sms'`.execute(
      app.db,
    )
    assert.equal((await again(ids[5] ?? '', phone)).status, 200)
    app.clock.advance({ hours: 1 })
    assert.equal((await again(ids[4] ?? '', phone)).status, 200)
  })

test('resent texts count together with those that the agent writes', async () => {
  const [id = ''] = await book(1, () => '213 555 0172')
  const write = () =>
    app.call('POST', `/api/showingbooker/bookings/${id}/thread`, { words: 'Hello', by: ['sms'] }, agent.headers)
  for (let n = 0; n < 20; n++) assert.equal((await write()).status, 201)
  await app.runJobs()
  app.clock.advance({ seconds: 61 })
  assert.equal((await again(id, '213 555 0172')).body.code, 'texted_too_often')
})

test('one account can resend at most 60 texts an hour, and a refused click counts nowhere', async () => {
  const ids = await book(16, (n) => `213 555 02${10 + n}`)
  const refused = await resend(ids, (n) => `213 555 02${10 + n}`, 60)
  assert.deepEqual([refused.status, refused.body.code], [429, 'texted_too_often'], refused.text)
  await sql`delete from try_count`.execute(app.db)
  const [id = ''] = ids
  assert.equal((await again(id, '213 555 0210')).status, 200)
  for (let n = 0; n < 3; n++) assert.equal((await again(id, '213 555 0210')).status, 429)
  const { rows } = await sql<{ tries: number }>`select tries from try_count where tries > 0`.execute(app.db)
  assert.deepEqual(
    rows.map(({ tries }) => tries),
    [1, 1],
  )
})
