import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

const NO_CONSENT = 'The resident has not agreed to text messages'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp()
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())

/** Books a showing at an occupied property. Its messages wait for their job. */
async function book() {
  app.clock.set('2026-11-23T18:00:00Z')
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident' })
  const { booking } = await bookShowing(app, makeForm(home.slug, { buyerPhone: '213 555 0142' }))
  const list = async () => {
    const path = `/api/showingbooker/bookings/${booking.id}/notifications`
    const { body } = await app.call('GET', path, undefined, agent.headers)
    type Shown = { id: string; channel: string; role: string; event: string; status: string; reason: string | null }
    return body.notifications as (Shown & { canResend: boolean; resendRefusal: string | null })[]
  }
  return {
    id: booking.id as string,
    async textTo(role: string, event = 'booked') {
      const found = (await list()).find((one) => one.role === role && one.channel === 'sms' && one.event === event)
      assert.ok(found)
      return found
    },
    setConsent: (isGiven: boolean) =>
      sql`update property set resident_text_consent = ${isGiven} where id = ${home.id}`.execute(app.db),
  }
}

async function resend(id: string) {
  app.clock.advance({ minutes: 2 })
  const { status, body } = await app.call(
    'POST',
    `/api/showingbooker/notifications/${id}/resend`,
    undefined,
    agent.headers,
  )
  await app.runJobs()
  return [status, body.code]
}

test('a resident who withdraws consent gets no notice and no news of a cancellation by text', async () => {
  const planned = await book()
  await planned.setConsent(false)
  await app.runJobs()
  const { status, reason } = await planned.textTo('resident')
  assert.deepEqual([status, reason], ['not_sent', NO_CONSENT])

  const told = await book()
  await app.runJobs()
  const notice = await told.textTo('resident')
  assert.equal(notice.status, 'sent')
  const path = `/api/showingbooker/bookings/${told.id}/cancel`
  assert.equal((await app.call('POST', path, {}, agent.headers)).status, 200)
  await told.setConsent(false)
  await app.runJobs()
  const cancellation = await told.textTo('resident', 'cancelled')
  assert.deepEqual([cancellation.status, cancellation.reason], ['not_sent', NO_CONSENT])
  assert.deepEqual(await resend(cancellation.id), [409, 'no_texts_wanted'])
})

test('no one resends a text after the resident withdrew consent, and anyone can once it is given', async () => {
  const showing = await book()
  await app.runJobs()
  const sent = await showing.textTo('resident')
  await showing.setConsent(false)
  assert.deepEqual(await resend(sent.id), [409, 'no_texts_wanted'])
  assert.equal((await showing.textTo('resident')).resendRefusal, `${NO_CONSENT}.`)

  const without = await book()
  await without.setConsent(false)
  await app.runJobs()
  const unsent = await without.textTo('resident')
  assert.deepEqual([unsent.status, unsent.canResend], ['not_sent', false])
  await without.setConsent(true)
  assert.equal((await without.textTo('resident')).canResend, true)
  assert.deepEqual(await resend(unsent.id), [200, undefined])
  assert.equal((await without.textTo('resident')).status, 'sent')
})

for (const [role, phone] of [
  ['resident', '+12135550111'],
  ['buyer', '+12135550142'],
] as const)
  test(`a text that STOP held back can go to the ${role} after START`, async () => {
    const setOptOut = (isOut: boolean) =>
      sql`
      insert into text_opt_out (phone, is_out, word, changed_at) values (${phone}, ${isOut}, 'STOP', ${app.clock.now().toString()})
      on conflict (phone) do update set is_out = ${isOut}`.execute(app.db)
    const showing = await book()
    await setOptOut(true)
    await app.runJobs()
    const unsent = await showing.textTo(role)
    assert.deepEqual([unsent.status, unsent.canResend], ['not_sent', false])
    assert.deepEqual(await resend(unsent.id), [409, 'no_texts_wanted'])
    await setOptOut(false)
    assert.equal((await showing.textTo(role)).canResend, true)
    assert.deepEqual(await resend(unsent.id), [200, undefined])
    assert.equal((await showing.textTo(role)).status, 'sent')
  })
