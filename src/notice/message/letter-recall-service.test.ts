import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeLob, startLob } from '../../../test/fakes/lob.ts'
import { bookShowing, letterSlot, signUp } from '../../../test/scene.ts'

let lob: FakeLob
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  lob = await startLob()
  app = await testApp({ max: 20, env: { ...lob.env, ...RETURN_ADDRESS } })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(async () => {
  await app.close()
  await lob.close()
})
beforeEach(() => {
  app.clock.set(Temporal.Now.instant().toString())
})

const RETURN_ADDRESS = {
  RETURN_ADDRESS_NAME: 'Acme Homes',
  RETURN_ADDRESS_LINE1: '5 Main St',
  RETURN_ADDRESS_CITY: 'Fresno',
  RETURN_ADDRESS_STATE: 'CA',
  RETURN_ADDRESS_ZIP: '93650',
}

/** Makes a booking of an occupied property whose letter is at the vendor. */
async function posted() {
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const { booking, token } = await bookShowing(app, form)
  await app.runJobs()
  const letter = lob.letters.at(-1)
  assert.ok(letter && !letter.deleted)
  return { id: booking.id as string, homeId: home.id, slug: home.slug, token, letter }
}
type Posted = Awaited<ReturnType<typeof posted>>

const headers = () => ({ cookie: agent.cookie, origin: app.config.publicUrl })
const cancel = ({ id }: Posted) => app.call('POST', `/api/showingbooker/bookings/${id}/cancel`, {}, headers())
const isDelete = ({ method }: { method: string }) => method === 'DELETE'

async function lettersOf({ id }: Posted) {
  const { body } = await app.call('GET', `/api/showingbooker/bookings/${id}/notifications`, undefined, headers())
  type Shown = { channel: string; event: string; status: string; recall: string | null; reason: string | null }
  return (body.notifications as Shown[])
    .filter(({ channel }) => channel === 'certified_mail')
    .map(({ event, status, recall }) => [event, status, recall].filter(Boolean).join(' '))
}

async function logged({ id }: Posted) {
  const { rows } = await sql<{ event: string; payload: string }>`
    select event, payload from compliance_entry where booking_id = ${id} and event like 'letter%' order by sequence`.execute(
    app.db,
  )
  return rows.map(({ event, payload }) => ({ ...JSON.parse(payload), event }))
}

test('recalls the letter of a canceled showing before it is printed, and the log says so once', async () => {
  const one = await posted()
  assert.equal((await cancel(one)).status, 200)
  assert.equal(one.letter.deleted, false, 'the transaction does not call the vendor')
  await app.runJobs()
  assert.equal(one.letter.deleted, true)
  assert.deepEqual(await lettersOf(one), ['booked sent cancelled'])
  for (let n = 0; n < 3; n++) await app.letters.recallDue()
  const [entry, ...others] = await logged(one)
  assert.deepEqual([entry?.event, entry?.reference, others.length], ['letter_cancelled', one.letter.id, 0])
  assert.equal(lob.letters.length, Number(one.letter.id.slice(4)), 'we send no other letter')
})

test('it is too late to recall a printed letter', async () => {
  const one = await posted()
  one.letter.isPrinted = true
  await cancel(one)
  await app.runJobs()
  assert.deepEqual(await lettersOf(one), ['booked sent too_late'])
  assert.deepEqual(
    (await logged(one)).map(({ event }) => event),
    ['letter_too_late'],
  )
})

test('a declined request mails no letter', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId, approval: 'manual' })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const before = lob.letters.length
  const { booking } = await bookShowing(app, form)
  await app.runJobs()
  const decline = await app.call('POST', `/api/showingbooker/bookings/${booking.id}/decline`, {}, headers())
  assert.equal(decline.status, 200, decline.text)
  await app.runJobs()
  assert.equal(lob.letters.length, before)
})

test('a move recalls the old letter and mails one letter for the new time', async () => {
  const one = await posted()
  const { showingDate, showingTime } = await letterSlot(app, one.slug, 30)
  const moved = await app.call('POST', `/api/showingbooker/public/booking/${one.token}/move`, {
    showingDate,
    showingTime,
  })
  assert.equal(moved.status, 200, moved.text)
  await app.runJobs()
  assert.equal(one.letter.deleted, true)
  const after = lob.letters.slice(lob.letters.indexOf(one.letter) + 1)
  assert.deepEqual(
    after.map(({ deleted }) => deleted),
    [false],
  )
  assert.deepEqual(await lettersOf(one), ['booked sent cancelled', 'moved sent'])
  assert.deepEqual(
    (await logged(one)).map(({ event }) => event),
    ['letter_cancelled'],
  )
})

test('if a showing moves before its letter goes out, only the new letter goes out', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const before = lob.letters.length
  lob.failNext({ status: 500 }, ({ method }) => method === 'POST')
  const { booking, token } = await bookShowing(app, form)
  await app.messaging.deliver(booking.id)
  assert.equal(lob.letters.length, before)
  const { showingDate, showingTime } = await letterSlot(app, home.slug, 30)
  assert.equal(
    (await app.call('POST', `/api/showingbooker/public/booking/${token}/move`, { showingDate, showingTime })).status,
    200,
  )
  // Until then, the vendor might still be taking the letter.
  app.clock.advance({ seconds: 121 })
  await app.runJobs()
  assert.equal(lob.letters.length, before + 1)
  const { rows } = await sql<{ said: string }>`
    select concat_ws(' ', event, status, reason) as said from notification
    where booking_id = ${booking.id} and channel = 'certified_mail' order by round`.execute(app.db)
  assert.deepEqual(
    rows.map(({ said }) => said),
    ['booked not_sent The showing was moved before this was sent', 'moved sent'],
  )
})

test('the sweep finds a letter that we were sending when the showing was canceled', async () => {
  const one = await posted()
  // Restore its state from just before the vendor answered.
  await sql`update notification set status = 'sending' where booking_id = ${one.id} and channel = 'certified_mail'`.execute(
    app.db,
  )
  await cancel(one)
  await app.letters.recallLetters(one.id)
  await sql`update notification set status = 'sent' where booking_id = ${one.id} and channel = 'certified_mail'`.execute(
    app.db,
  )
  assert.equal(one.letter.deleted, false)
  await app.letters.recallDue()
  assert.equal(one.letter.deleted, true)
  assert.deepEqual(await lettersOf(one), ['booked sent cancelled'])
})

test('retries a recall that does not reach the vendor; a lost answer still counts', async () => {
  const one = await posted()
  for (const fault of [{ status: 500 }, 'hang up', 'answer lost'] as const) lob.failNext(fault, isDelete)
  await cancel(one)
  await app.runJobs()
  assert.deepEqual(await lettersOf(one), ['booked sent'])
  assert.equal(one.letter.deleted, false)
  for (let n = 0; n < 3; n++) {
    app.clock.advance({ minutes: 1 })
    await app.letters.recallDue()
  }
  assert.equal(one.letter.deleted, true)
  assert.deepEqual(await lettersOf(one), ['booked sent cancelled'])
  assert.equal((await logged(one)).length, 1)
})

test('two concurrent workers record a recall once', async () => {
  const one = await posted()
  await cancel(one)
  await Promise.all(Array.from({ length: 4 }, () => app.letters.recallLetters(one.id)))
  assert.equal((await logged(one)).length, 1)
  assert.deepEqual(await lettersOf(one), ['booked sent cancelled'])
})

test('stops asking a vendor that is down for a day, and the log says why', async () => {
  const one = await posted()
  await cancel(one)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  for (let n = 0; n < 2; n++) lob.failNext({ status: 503 }, isDelete)
  await app.letters.recallDue()
  assert.deepEqual(await lettersOf(one), ['booked sent'])
  app.clock.advance({ hours: 24, minutes: 1 })
  await app.letters.recallDue()
  const [entry] = await logged(one)
  assert.deepEqual([entry?.event, entry?.reason], ['letter_too_late', 'The mail service could not be reached in time'])
  assert.equal(await app.letters.recallDue(), 0)
})

test('the embedded mail service recalls a letter too, and its outbox says so', async () => {
  const embedded = await testApp()
  try {
    embedded.clock.set(Temporal.Now.instant().toString())
    const owner = await signUp(embedded, 'owner@agents.example.com')
    const home = await makeProperty(embedded.db, { occupancy: 'resident', ownerId: owner.accountId })
    const form = makeForm(home.slug, { ...(await letterSlot(embedded, home.slug)), mailUpgrade: true })
    const { booking } = await bookShowing(embedded, form)
    await embedded.runJobs()
    const asOwner = { cookie: owner.cookie, origin: embedded.config.publicUrl }
    await embedded.call('POST', `/api/showingbooker/bookings/${booking.id}/cancel`, {}, asOwner)
    await embedded.runJobs()
    const { rows } = await sql<{ said: string }>`
      select concat_ws(' ', o.status, n.recall) as said from outbox_message o join notification n on n.id = o.id
      where o.booking_id = ${booking.id} and o.channel = 'certified_mail'`.execute(embedded.db)
    assert.deepEqual(rows, [{ said: 'cancelled cancelled' }])
  } finally {
    await embedded.close()
  }
})
