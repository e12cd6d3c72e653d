import assert from 'node:assert/strict'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, letterSlot, makeScene, type Scene } from '../../../test/scene.ts'
import { outcomeOf } from './domain.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
})
after(() => app.close())

const get = (path: string, headers: Record<string, string> = scene.owner.headers) =>
  app.call('GET', `/api/showingbooker/${path}`, undefined, headers)
const evidence = async () => (await get(`bookings/${scene.booking.id}/evidence`)).body

/** Downloads a file and finds the code of the packet with its hash. */
async function download(path: string) {
  const answer = await app.app.request(`/api/showingbooker/${path}`, { headers: scene.owner.headers })
  assert.equal(answer.status, 200)
  const sha256 = createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex')
  const { rows } = await sql<{ code: string }>`select code from packet where sha256 = ${sha256}`.execute(app.db)
  return { sha256, code: rows[0]?.code ?? '' }
}
const check = (code: string) => app.call('GET', `/api/showingbooker/public/packet/${encodeURIComponent(code)}`)

test('the evidence has every message, the notice, the services, and every log entry with its hash', async () => {
  const served = { method: 'posted', servedAt: app.clock.now().toString(), servedBy: 'Lena' }
  await app.call('POST', `/api/showingbooker/bookings/${scene.booking.id}/service`, served, scene.owner.headers)
  const { showing, notice, messages, services, entries, chain } = await evidence()
  assert.equal(showing.id, scene.booking.id)
  const notePdf = await app.app.request(notice.url)
  const noticeHash = createHash('sha256')
    .update(new Uint8Array(await notePdf.arrayBuffer()))
    .digest('hex')
  assert.equal(notice.sha256, noticeHash)
  assert.deepEqual(
    messages.map(({ channel, role, status }: Record<string, string>) => `${channel} ${role} ${status}`).sort(),
    [
      'certified_mail resident sent',
      'email buyer sent',
      'email listing_agent sent',
      'sms buyer sent',
      'sms listing_agent sent',
      'sms resident sent',
    ],
  )
  const letter = messages.find(({ channel }: { channel: string }) => channel === 'certified_mail')
  assert.match(letter.to, /^Rosa Resident, 742 Juniper Street, .*Los Angeles, CA 90012$/)
  assert.match(letter.trackingNumber, /^TEST-/)
  assert.deepEqual([services.length, services[0].noticeSha256], [1, notice.sha256])
  assert.deepEqual(
    entries.map(({ event }: { event: string }) => event),
    ['booked', 'notified', 'served'],
  )
  assert.equal(entries[1].previousHash, entries[0].hash)
  assert.deepEqual(chain, { valid: true, entries: entries.at(-1).sequence })
})

test('the evidence says when the notice was prepared, and after a move, when it was prepared again', async () => {
  const { id } = scene.booking
  const preparedAt = async () => (await evidence()).notice.preparedAt
  const first = app.clock.now()
  assert.equal(Temporal.Instant.compare(await preparedAt(), first), 0)
  const renoticed = first.add({ hours: 1 })
  await sql`update booking set noticed_at = ${renoticed.toString()} where id = ${id}`.execute(app.db)
  assert.equal(Temporal.Instant.compare(await preparedAt(), renoticed), 0)
  await sql`update booking set noticed_at = null where id = ${id}`.execute(app.db)
})

test('a mailed letter shows the latest status from the mail service', async () => {
  const letter = (await evidence()).messages.find(({ channel }: { channel: string }) => channel === 'certified_mail')
  const word = { eventId: 'lob:evt_1', vendor: 'lob', type: 'letter.delivered', isFinal: true, state: 'delivered' }
  const rest = {
    sendId: letter.id,
    reference: letter.reference,
    code: null,
    reason: null,
    trackingNumber: '9407',
    optedOut: null,
  }
  await sql`select record_carriage(${JSON.stringify({ event_id: word.eventId, vendor: 'lob', type: word.type, send_id: rest.sendId, reference: rest.reference, state: 'delivered', is_final: true, tracking_number: '9407' })}::jsonb, ${app.clock.now().toString()})`.execute(
    app.db,
  )
  const after = (await evidence()).messages.find(({ channel }: { channel: string }) => channel === 'certified_mail')
  assert.deepEqual([after.delivery, after.trackingNumber], ['delivered', '9407'])
  assert.ok(after.deliveredAt)
})

test('a recalled letter is not called sent', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: scene.owner.accountId })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const { booking } = await bookShowing(app, form)
  await app.runJobs()
  await app.call('POST', `/api/showingbooker/bookings/${booking.id}/cancel`, {}, scene.owner.headers)
  await app.runJobs()
  await app.letters.recallDue()
  const { messages } = (await get(`bookings/${booking.id}/evidence`)).body
  const letter = messages.find(({ channel }: { channel: string }) => channel === 'certified_mail')
  assert.deepEqual([letter.status, letter.recall, outcomeOf(letter).state], ['sent', 'cancelled', 'Recalled'])
  // The showing's own list says the same.
  const listed = (await get(`bookings/${booking.id}/notifications`)).body.notifications
  assert.deepEqual(
    messages.map((one: Parameters<typeof outcomeOf>[0]) => outcomeOf(one).state),
    listed.map((one: Parameters<typeof outcomeOf>[0]) => outcomeOf(one).state),
  )
})

for (const [what, path] of [
  ['of a showing', () => `bookings/${scene.booking.id}/evidence.pdf`],
  ['of a home', () => `properties/${scene.home.id}/logs.pdf`],
] as const)
  test(`a packet ${what} can be verified by its code, and the answer names no one`, async () => {
    const { code, sha256 } = await download(path())
    assert.match(code, /^[0-9A-HJKMNP-TV-Z]{16}$/)
    const { status, body, text } = await check(code)
    assert.equal(status, 200)
    const head = (await evidence()).entries.at(-1)
    assert.deepEqual(body, {
      code: code.replace(/.{4}(?=.)/g, '$&-'),
      of: what.split(' ').at(-1),
      madeAt: body.madeAt,
      entries: body.entries,
      headSequence: head.sequence,
      headHash: head.hash,
      sha256,
      isIntact: true,
    })
    assert.ok(body.entries >= 3)
    assert.doesNotMatch(text, /Juniper|Rosa|Maria|Lena|555-0|2135550|@|Los Angeles/)
    assert.ok(
      !text.includes(scene.booking.id) && !text.includes(scene.home.id) && !text.includes(scene.owner.accountId),
    )
    assert.ok(!text.includes(scene.booking.startsAt.slice(0, 16)))
    // Type the code as a person might.
    const typed = code
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$& ')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
    assert.equal((await check(typed)).body.code, body.code)
  })

test('each packet has its own code, and later log entries do not invalidate it', async () => {
  const path = `bookings/${scene.booking.id}/evidence.pdf`
  const [one, other] = [await download(path), await download(path)]
  assert.notEqual(one.code, other.code)
  await app.call('POST', '/api/bookings/log', { bookingId: scene.booking.id, note: 'Later.' }, scene.owner.headers)
  assert.equal((await check(one.code)).body.isIntact, true)
  assert.notEqual((await evidence()).entries.at(-1).hash, (await check(one.code)).body.headHash)
})

test('an unknown code gets a 404 in plain words', async () => {
  for (const code of ['0000-0000-0000-0000', 'nonsense', 'U'.repeat(16), '-'])
    assert.deepEqual([(await check(code)).status, (await check(code)).body.code], [404, 'packet_not_found'], code)
  assert.match(
    (await check('nonsense')).body.error,
    /^No packet has this code\. Please check each character against your printed copy/,
  )
})

/** Changes stored entries, as only the owner of the tables can. */
async function tamper(statement: ReturnType<typeof sql>) {
  await app.db.transaction().execute(async (tx) => {
    await sql`alter table compliance_entry disable trigger user`.execute(tx)
    await statement.execute(tx)
    await sql`alter table compliance_entry enable trigger user`.execute(tx)
  })
}

test('the packet check and verify-log detect a log that changed after a packet was made', async (t) => {
  const { code } = await download(`bookings/${scene.booking.id}/evidence.pdf`)
  const { headSequence } = (await check(code)).body
  const { rows } = await sql<{ payload: string }>`
    select payload from compliance_entry where property_id = ${scene.home.id} and sequence = 1`.execute(app.db)
  const set = (payload: string) =>
    sql`update compliance_entry set payload = ${payload} where property_id = ${scene.home.id} and sequence = 1`
  await tamper(set((rows[0]?.payload ?? '').replace('Maria', 'Marta')))
  assert.equal((await check(code)).body.isIntact, false)
  assert.equal((await evidence()).chain.brokenAt, 1)
  await tamper(set(rows[0]?.payload ?? ''))
  assert.equal((await check(code)).body.isIntact, true)

  const said: string[] = []
  t.mock.method(console, 'log', (line: string) => said.push(line))
  assert.equal(await app.runAdmin(['verify-log']), 0)
  // Cut off the end of the log. The rest of the chain is consistent, so only the packet shows that the end is missing.
  const other = await makeProperty(app.db, { ownerId: scene.owner.accountId })
  const { booking } = await bookShowing(
    app,
    makeForm(other.slug, { showingDate: scene.booking.showingDate, showingTime: scene.booking.showingTime }),
  )
  await app.call('POST', '/api/bookings/log', { bookingId: booking.id, note: 'Cut off.' }, scene.owner.headers)
  const cut = await download(`bookings/${booking.id}/evidence.pdf`)
  await tamper(sql`delete from compliance_entry where property_id = ${other.id} and sequence > 1`)
  assert.equal((await check(cut.code)).body.isIntact, false)
  assert.equal(await app.runAdmin(['verify-log']), 1)
  assert.match(
    said.join('\n'),
    new RegExp(`packet ${cut.code.replace(/.{4}(?=.)/g, '$&-')}: the log no longer has its last entry`),
  )
  assert.ok(headSequence > 0)
})

test('guessing of packet codes is limited', async () => {
  const strict = await testApp({ rateLimitScale: 1 })
  const asked = []
  for (let n = 0; n < 31; n++)
    asked.push(
      (
        await strict.call('GET', '/api/showingbooker/public/packet/0000000000000000', undefined, {
          'x-address': '10.9.9.9',
        })
      ).status,
    )
  await strict.close()
  assert.deepEqual([asked.filter((status) => status === 404).length, asked.at(-1)], [30, 429])
})

test('a note sent twice with one key is stored once', async () => {
  const headers = { ...scene.owner.headers, 'idempotency-key': randomUUIDv7() }
  const body = { bookingId: scene.booking.id, note: 'Once.' }
  const [one, again] = [
    await app.call('POST', '/api/bookings/log', body, headers),
    await app.call('POST', '/api/bookings/log', body, headers),
  ]
  assert.deepEqual([one.status, again.status, one.body.sequence], [201, 201, again.body.sequence])
  const notes = (await evidence()).entries.filter(
    ({ payload }: { payload: { note?: string } }) => payload.note === 'Once.',
  )
  assert.equal(notes.length, 1)
})
