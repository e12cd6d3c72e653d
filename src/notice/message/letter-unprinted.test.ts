import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeLob, startLob } from '../../../test/fakes/lob.ts'
import { bookShowing, letterSlot, signUp } from '../../../test/scene.ts'
import { recordDeliveries } from './repository.ts'

// The vendor takes a letter and later reports that it never printed it.

const RETURN_ADDRESS = {
  RETURN_ADDRESS_NAME: 'Acme Homes',
  RETURN_ADDRESS_LINE1: '5 Main St',
  RETURN_ADDRESS_CITY: 'Fresno',
  RETURN_ADDRESS_STATE: 'CA',
  RETURN_ADDRESS_ZIP: '93650',
}

let lob: FakeLob
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  lob = await startLob()
  app = await testApp({ env: { ...lob.env, ...RETURN_ADDRESS } })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(async () => {
  await app.close()
  await lob.close()
})
beforeEach(() => {
  app.clock.set(Temporal.Now.instant().toString())
})

async function posted({ isAnswerLost = false } = {}) {
  if (isAnswerLost) lob.failNext('answer lost', ({ method }) => method === 'POST')
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const { booking, token } = await bookShowing(app, form)
  await (isAnswerLost ? app.messaging.deliver(booking.id) : app.runJobs())
  const letter = lob.letters.at(-1)
  assert.ok(letter)
  return { id: booking.id as string, propertyId: home.id, token, letter }
}
type Posted = Awaited<ReturnType<typeof posted>>

const headers = () => ({ cookie: agent.cookie, origin: app.config.publicUrl })
let events = 0
async function report({ letter }: Posted, state: string): Promise<void> {
  const { body, headers } = lob.event(letter, `letter.${state}`, { id: `evt_${events++}`, at: app.clock.now() })
  const answer = await app.call('POST', '/api/webhooks/lob', body, headers)
  assert.equal(answer.status, 200, answer.text)
}
async function letterOf({ id }: Posted) {
  const { body } = await app.call('GET', `/api/showingbooker/bookings/${id}/notifications`, undefined, headers())
  return body.notifications.find(({ channel }: { channel: string }) => channel === 'certified_mail')
}
async function alertsOf({ id }: Posted): Promise<number> {
  const { rows } = await sql`select from activity where booking_id = ${id} and kind = 'message_failed'`.execute(app.db)
  return rows.length
}
/** Returns what the log says about the letter, without the vendor's reports. */
async function loggedOf({ id }: Posted): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select concat_ws(': ', m ->> 'status', m ->> 'reason') as said
    from compliance_entry, jsonb_array_elements(payload::jsonb -> 'messages') m
    where booking_id = ${id} and event = 'notified' and m ->> 'channel' = 'certified_mail' order by sequence`.execute(
    app.db,
  )
  return rows.map(({ said }) => said)
}
async function refundsOf({ id }: Posted): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`
    select m.amount_cents as cents from money_entry m join payment p on p.id = m.payment_id
    where p.booking_id = ${id} and m.kind = 'letter_refund'`.execute(app.db)
  return rows.map(({ cents }) => cents)
}

for (const state of ['failed', 'rejected', 'deleted'])
  test(`a letter that its vendor reports as ${state} alerts the agent, can be resent, and is refunded after the showing`, async () => {
    const one = await posted()
    await report(one, state)
    await report(one, state)
    await report(one, 'created')
    const { id, status, reason, canResend } = await letterOf(one)
    assert.deepEqual([status, canResend], ['failed', true])
    assert.match(reason, /could not be printed|canceled before it was printed/)
    assert.equal(await alertsOf(one), 1)
    if (state === 'rejected') {
      const again = await app.call('POST', `/api/showingbooker/notifications/${id}/resend`, {}, headers())
      assert.equal(again.status, 200, again.text)
      await app.runJobs()
      assert.equal((await letterOf(one)).status, 'sent')
      assert.equal(lob.letters.at(-1)?.deleted, false)
    }
    app.clock.advance({ hours: 30 * 24 })
    await app.jobs['showing.complete-ended']?.({}, { isLastAttempt: false })
    await app.runJobs()
    assert.deepEqual(await refundsOf(one), state === 'rejected' ? [] : [1000])
  })

/** Records what a slow sender does when it gets the vendor's answer last. */
async function recordSentLate(one: Posted, id: string): Promise<void> {
  const sent = {
    id,
    send_id: id,
    attempts: 1,
    status: 'sent',
    reference: one.letter.id,
    tracking_number: null,
  } as const
  const results = [{ ...sent, reason: null, message: null, subject: null, words: null }]
  const at = app.clock.now().toString()
  await recordDeliveries(app.db, [{ property_id: one.propertyId, booking_id: one.id, at, results }])
}

test('a letter that its vendor deleted after we asked too late is not sent, even if its sender is slow', async () => {
  const one = await posted({ isAnswerLost: true })
  await sql`update notification set recall_asked_at = ${app.clock.now().toString()}::timestamptz, recall = 'too_late'
    where booking_id = ${one.id} and channel = 'certified_mail'`.execute(app.db)
  one.letter.deleted = true
  await report(one, 'deleted')
  const { id } = await letterOf(one)
  await recordSentLate(one, id)
  assert.equal((await letterOf(one)).status, 'failed')
})

for (const state of ['failed', 'rejected', 'deleted'])
  test(`a letter fails if its vendor reports it as ${state} before we know that the vendor has it`, async () => {
    const one = await posted({ isAnswerLost: true })
    assert.equal((await letterOf(one)).status, 'queued')
    one.letter.deleted = state === 'deleted'
    await report(one, state)
    app.clock.advance({ minutes: 5 })
    await app.runJobs()
    const { id, status, reason, canResend } = await letterOf(one)
    assert.deepEqual([status, canResend], ['failed', true])
    assert.match(reason, state === 'deleted' ? /canceled before it was printed/ : /could not be printed/)
    await recordSentLate(one, id)
    assert.equal((await letterOf(one)).status, 'failed')
    assert.equal(await alertsOf(one), 1)
    assert.deepEqual(await loggedOf(one), [`Not sent: ${reason}`])
    app.clock.advance({ hours: 30 * 24 })
    await app.jobs['showing.complete-ended']?.({}, { isLastAttempt: false })
    await app.runJobs()
    assert.deepEqual(await refundsOf(one), [1000])
  })

test('a letter that we recalled does not count as failed when its vendor reports it as deleted', async () => {
  const one = await posted()
  const cancelled = await app.call('POST', `/api/showingbooker/public/booking/${one.token}/cancel`, {})
  assert.equal(cancelled.status, 200, cancelled.text)
  // The report comes before the answer.
  await sql`update notification set recall_asked_at = now() where booking_id = ${one.id} and channel = 'certified_mail'`.execute(
    app.db,
  )
  await report(one, 'deleted')
  await app.runJobs()
  const { status, recall } = await letterOf(one)
  assert.deepEqual([status, recall], ['sent', 'cancelled'])
  assert.equal(await alertsOf(one), 0)
  assert.deepEqual(await refundsOf(one), [1000])
})

for (const state of ['failed', 'rejected', 'deleted'])
  test(`refunds a letter that was too late to recall and that its vendor reports as ${state}`, async () => {
    const one = await posted()
    one.letter.isPrinted = true
    const cancelled = await app.call('POST', `/api/showingbooker/public/booking/${one.token}/cancel`, {})
    assert.equal(cancelled.status, 200, cancelled.text)
    await app.runJobs()
    const { status, recall } = await letterOf(one)
    assert.deepEqual([status, recall, await refundsOf(one)], ['sent', 'too_late', []])
    await report(one, state)
    await app.runJobs()
    assert.equal((await letterOf(one)).status, 'failed')
    assert.deepEqual(await refundsOf(one), [1000])
  })

test('a mailed letter stays mailed if an older report of a failure comes late', async () => {
  const one = await posted()
  await report(one, 'certified.mailed')
  await report(one, 'failed')
  assert.equal((await letterOf(one)).status, 'sent')
})
