import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem } from '../../../test/problem.ts'
import { freeSlot, makeScene, type Scene, signUp } from '../../../test/scene.ts'
import { readZip } from '../../../test/zip.ts'
import { type Entry, hashedText } from '../../notice/compliance/chain-domain.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
})
after(() => app.close())

const BUYERS_ADDRESS = '192.0.2.7'
const PERSONAL = [
  'requesterType',
  'buyerName',
  'buyerEmail',
  'buyerPhone',
  'buyerAgentName',
  'buyerAgentPhone',
  'buyerAgentEmail',
  'specialRequests',
  'manageUrl',
]

const create = (form: object, headers: Record<string, string> = {}) =>
  app.call(
    'POST',
    '/api/payments/create-payment-intent',
    { bookingData: form },
    { 'x-address': BUYERS_ADDRESS, ...headers },
  )
const process = (body: object, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/payments/process-booking', body, { 'x-address': BUYERS_ADDRESS, ...headers })

/** Books and pays for a showing as a buyer's agent, with all personal data that a form can have. */
async function payFor() {
  const home = await makeProperty(app.db, { ownerId: scene.owner.accountId })
  const form = makeForm(home.slug, {
    ...(await freeSlot(app, home.slug)),
    requesterType: 'buyers_agent',
    buyerAgentName: 'Ann Agent',
    buyerAgentEmail: 'ann@agents.example.com',
    buyerAgentPhone: '213-555-0188',
    specialRequests: 'My mother comes along.',
  })
  const { clientSecret, paymentIntentId } = (await create(form)).body
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  return { form, clientSecret, paymentIntentId }
}

test('process-booking returns the person and the link only to a caller who proves to be the buyer', async () => {
  const { form, clientSecret, paymentIntentId } = await payFor()
  const other = await payFor()
  const own = (await process({ paymentIntentId, clientSecret })).body.booking
  assert.deepEqual(
    [own.buyerName, own.buyerEmail, own.buyerAgentEmail, own.specialRequests, own.requesterType],
    [form.buyerName, form.buyerEmail, 'ann@agents.example.com', 'My mother comes along.', 'buyers_agent'],
  )
  assert.match(own.manageUrl, /\/showingbooker\/booking\/[\w-]{32}$/)
  const elsewhere = await process(
    { paymentIntentId, manageUrl: own.manageUrl },
    { 'x-address': '198.51.100.1', ...scene.stranger.headers },
  )
  assert.deepEqual(elsewhere.body.booking, own)

  const withoutPerson = { ...own, ...Object.fromEntries(PERSONAL.map((field) => [field, null])) }
  const someone = await signUp(app, 'another-buyer@people.example.com')
  for (const [who, proof, headers] of [
    ["from the hold's address", {}, {}],
    ['from elsewhere', {}, { 'x-address': '198.51.100.1' }],
    ['the listing agent', {}, scene.owner.headers],
    ['another signed-in person', {}, someone.headers],
    ['an admin', {}, scene.admin.headers],
    ['an empty secret', { clientSecret: '', manageUrl: '' }, {}],
    ['a wrong secret', { clientSecret: `${clientSecret.slice(0, -1)}!` }, {}],
    ['half a secret', { clientSecret: clientSecret.slice(0, -1) }, {}],
    ['the secret of another hold', { clientSecret: other.clientSecret }, {}],
    ['the link of another booking', { manageUrl: own.manageUrl.replace(/[\w-]{32}$/, scene.token) }, {}],
    ["the payment's id as the secret", { clientSecret: paymentIntentId }, {}],
  ] as const)
    for (const times of ['once', 'again']) {
      const { status, body } = await process({ paymentIntentId, ...proof }, headers)
      assert.equal(status, 200, `${who}, ${times}`)
      assert.deepEqual(body.booking, withoutPerson, `${who}, ${times}`)
    }
})

test('a caller who proves nothing learns nothing, even if their call is the first to settle', async () => {
  const { clientSecret, paymentIntentId } = await payFor()
  const first = (await process({ paymentIntentId })).body.booking
  assert.deepEqual(
    PERSONAL.map((field) => first[field]),
    PERSONAL.map(() => null),
  )
  const own = (await process({ paymentIntentId, clientSecret })).body.booking
  assert.deepEqual([own.id, own.confirmation_number, own.amount], [first.id, first.confirmation_number, first.amount])
})

test('a repeated Idempotency-Key returns the secret only to the same request from the same IP address', async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug, await freeSlot(app, home.slug))
  const key = { 'idempotency-key': 'guessable-1' }
  const { clientSecret } = (await create(form, key)).body
  for (const [body, headers] of [
    [form, { ...key, 'x-address': '198.51.100.2' }],
    [{ ...form, buyerPhone: '(999) 555-0000' }, key],
    [{ ...form, buyerEmail: 'someone@else.example.com' }, key],
  ] as const) {
    const answer = await create({ ...body, buyerPhone: '(999) 555-0000' }, headers)
    assertProblem(answer, 409, JSON.stringify(headers))
    assert.ok(!answer.text.includes(clientSecret))
  }
})

test('the answer to a webhook says nothing about the booking', async () => {
  const { paymentIntentId } = await payFor()
  const { body, headers } = app.sandbox.signedEvent({
    id: 'evt_privacy',
    type: 'payment_intent.succeeded',
    intentId: paymentIntentId,
  })
  assert.deepEqual((await app.call('POST', '/api/payments/webhook', body, headers)).body, { received: true })
})

test('someone who repeats the form of a booked hold does not get the hold', async () => {
  const { form, clientSecret, paymentIntentId } = await payFor()
  await process({ paymentIntentId, clientSecret })
  const answer = await create(form)
  assertProblem(answer, 409, 'booked')
  assert.ok(!answer.text.includes(clientSecret) && !answer.text.includes(paymentIntentId))
})

/** Rewrites the log as earlier releases wrote it, with the payment's intent and matching hashes. */
async function asStoredBefore(propertyId: string, paymentId: string, intentId: string) {
  const { rows } = await sql<Entry>`
    select property_id, sequence, booking_id, event, payload, previous_hash, hash,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from compliance_entry where property_id = ${propertyId} order by sequence`.execute(app.db)
  await app.db.transaction().execute(async (tx) => {
    await sql`alter table compliance_entry disable trigger user`.execute(tx)
    let previous = ''
    for (const entry of rows) {
      const payload = entry.payload.replaceAll(paymentId, intentId)
      const before = { ...entry, payload, previous_hash: previous }
      previous = createHash('sha256').update(hashedText(before)).digest('hex')
      await sql`update compliance_entry set payload = ${payload}, previous_hash = ${before.previous_hash}, hash = ${previous}
        where property_id = ${propertyId} and sequence = ${entry.sequence}`.execute(tx)
    }
    await sql`alter table compliance_entry enable trigger user`.execute(tx)
  })
}

const textOfPdf = async (bytes: ArrayBuffer): Promise<string> =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replace(/\s/g, '')

test("no page or file of an agent shows the payment's intent or secret, even if an old log has it", async () => {
  const { owner, home, paymentIntentId, booking, clientSecret } = scene
  const { rows } = await sql<{ id: string }>`select id from payment where intent_id = ${paymentIntentId}`.execute(
    app.db,
  )
  const paymentId = rows[0]?.id ?? ''
  await app.call('POST', `/api/showingbooker/bookings/${booking.id}/cancel`, {}, owner.headers)
  await app.runJobs()
  await asStoredBefore(home.id, paymentId, paymentIntentId)
  const get = async (path: string) => {
    const answer = await app.app.request(path, { headers: owner.headers })
    assert.equal(answer.status, 200, path)
    return answer
  }
  const of = `/api/showingbooker/properties/${home.id}`
  const note = { bookingId: booking.id, note: 'Hello' }
  const written = await app.call('POST', '/api/bookings/log', note, owner.headers)
  assert.equal(written.status, 201)

  const { logs } = await (await get(`${of}/bookings`)).json()
  assert.equal(logs[0].payment.paymentIntentId, paymentId)
  assert.equal(logs[0].events[0].payload.payment.paymentIntentId, paymentId)
  const evidence = await (await get(`/api/showingbooker/bookings/${booking.id}/evidence`)).json()
  assert.equal(evidence.entries[0].payload.payment.paymentIntentId, paymentId)
  const csv = await (await get(`${of}/logs.csv`)).text()
  assert.ok(csv.includes(paymentId))

  const archive = '/api/account/archive'
  assert.equal((await app.call('POST', archive, undefined, owner.headers)).status, 202)
  await app.runJobs()
  const { url } = (await app.call('GET', archive, undefined, owner.headers)).body.archive
  const files = await readZip(Buffer.from(await (await get(url)).arrayBuffer()))

  const secrets = [paymentIntentId, paymentIntentId.slice(3), clientSecret, scene.token]
  const seen: [door: string, text: string][] = [
    ['the log', JSON.stringify(logs)],
    ['the evidence', JSON.stringify(evidence)],
    ['the spreadsheet', csv],
    ['a note', written.text],
    ['the log on paper', await textOfPdf(await (await get(`${of}/logs.pdf`)).arrayBuffer())],
    [
      'the evidence on paper',
      await textOfPdf(await (await get(`/api/showingbooker/bookings/${booking.id}/evidence.pdf`)).arrayBuffer()),
    ],
    ...(await Promise.all(
      ['bookings', `bookings/${booking.id}`, 'bookings.csv', 'bookings.ics', `properties/${home.id}`].map(
        async (path): Promise<[string, string]> => [path, await (await get(`/api/showingbooker/${path}`)).text()],
      ),
    )),
    ...[...files].map(([name, bytes]): [string, string] => [name, Buffer.from(bytes).toString('latin1')]),
  ]
  assert.ok(seen.length > 15)
  assert.ok(seen.some(([door, text]) => door === 'the log on paper' && text.includes(paymentId)))
  for (const [door, text] of seen)
    for (const secret of secrets) assert.ok(!text.includes(secret), `${door} shows ${secret}`)

  const proof = await (await get(`${of}/logs/verify`)).json()
  assert.deepEqual([proof.valid, evidence.chain.valid], [true, true])
})
