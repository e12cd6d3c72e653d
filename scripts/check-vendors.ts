import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import { type TestApp, testApp } from '../test/app.ts'
import { asker } from '../test/chat.ts'
import { makeForm, makeProperty } from '../test/factories.ts'
import { outgoing } from '../test/fakes/message-contract.ts'
import { drawnPng } from '../test/images.ts'
import { signUp } from '../test/scene.ts'
import { makeCreator } from '../test/studio.ts'

// Runs every operation of the vendors' adapters against servers that check each request against the vendors' published
// contracts. Such servers are a directory with `serve` and `check-log`. Without one the script does nothing.

const { values } = parseArgs({ options: { contracts: { type: 'string' } } })
const folder = values.contracts && resolve(values.contracts)
if (!folder || !existsSync(join(folder, 'serve'))) {
  console.log('Nothing was checked. Name the folder of the contract servers: --contracts DIR.')
  process.exit(0)
}

const logFile = join(mkdtempSync(join(tmpdir(), 'check-vendors-')), 'requests.jsonl')
const VENDORS = ['stripe', 'twilio', 'lob', 'smtp', 'openai', 'a1111']

async function startContracts(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const args = ['--random-ports', '--only', VENDORS.join(','), '--log', logFile]
  const servers = spawn(join(folder as string, 'serve'), args, {
    env: { ...process.env, NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const env: Record<string, string> = {}
  for await (const line of createInterface({ input: servers.stdout })) {
    const [, name, value] = /^(\w+)=(.+)$/.exec(line) ?? []
    if (name && value) env[name] = value
    if (line.startsWith('ready')) break
  }
  return {
    env,
    async stop() {
      const ended = once(servers, 'exit')
      servers.kill('SIGTERM')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

function must(isTrue: unknown, what: string): asserts isTrue {
  if (!isTrue) throw new Error(`check failed: ${what}`)
}
const rejected = (promise: Promise<unknown>) => promise.then(() => null).catch((error: Error) => error)

type Place = { app: TestApp; contracts: Record<string, string>; publicUrl: string }

const post = async (url: string, body: object, headers: Record<string, string> = {}) => {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

let day = 0
async function hold({ app }: Place, choices: Parameters<typeof makeProperty>[1] = {}, change: object = {}) {
  const home = await makeProperty(app.db, choices)
  const today = app.clock.now().toZonedDateTimeISO('America/Los_Angeles').toPlainDate()
  const showingDate = today.add({ days: 8 + (day++ % 7) }).toString()
  const form = makeForm(home.slug, { showingDate, showingTime: '10:00', ...change })
  const send = (more: object = {}) =>
    app.call('POST', '/api/payments/create-payment-intent', { bookingData: { ...form, ...more } })
  const { status, body } = await send()
  must(status === 201, `opens a hold: ${JSON.stringify(body)}`)
  return { home, form, send, intentId: body.paymentIntentId as string }
}

/** Pays a first month with this card. */
async function buyCredits(place: Place, card: string) {
  const { app } = place
  const { accountId } = await signUp(app, 'buyer@people.example.com')
  const actor = { kind: 'account' as const, accountId, role: 'agent' as const, email: 'buyer@people.example.com' }
  const answer = await app.credits.subscribe(actor)
  must('intent' in answer, 'opens a first month')
  await pay(place, answer.intent.paymentIntentId, card)
  return { intentId: answer.intent.paymentIntentId }
}

/** Does what the buyer's browser does. */
async function pay({ contracts }: Place, intentId: string, card = 'pm_card_visa') {
  const url = `${contracts.STRIPE_API_BASE}/v1/payment_intents/${intentId}/confirm`
  const paid = await post(url, new URLSearchParams({ payment_method: card }), {
    authorization: `Bearer ${contracts.STRIPE_API_KEY}`,
  })
  must(paid.status === 'succeeded' || paid.status === 'requires_capture', `paid: ${JSON.stringify(paid.error)}`)
}
const settle = async ({ app }: Place, paymentIntentId: string) => {
  const { status, body } = await app.call('POST', '/api/payments/process-booking', { paymentIntentId })
  must(status === 200, `booked: ${JSON.stringify(body)}`)
  return body.booking.id as string
}

async function checkStripe(place: Place): Promise<void> {
  const { app, contracts } = place
  const { provider } = app
  const dearer = await hold(place, { occupancy: 'resident' })
  must((await dearer.send({ mailUpgrade: true })).body.amount === 3500, 'changes the amount')
  await pay(place, dearer.intentId)
  await settle(place, dearer.intentId)
  const intentId = dearer.intentId
  must((await provider.changeAmount(intentId, 100)) === 'too_late', 'too late to change')
  must((await provider.cancel(intentId)) === 'too_late', 'too late to cancel')
  const asked = { intentId, idempotencyKey: 'part', tries: 0, amountCents: 1000 }
  const part = await provider.refund(asked)
  must((await provider.refund(asked)).reference === part.reference, 'once')
  must((await provider.listRefunds(intentId)).length === 1, 'one refund')
  await provider.refundOrRelease({ intentId, idempotencyKey: 'rest' })
  must((await provider.retrieve(intentId))?.refundedCents === 3500, 'refunds everything')
  const { intents } = await provider.listIntents({ since: Temporal.Now.instant().subtract({ hours: 1 }), after: null })
  must(intents.find((one) => one.intentId === intentId)?.refundedCents === 3500, 'lists the intent')

  const approval = await hold(place, { approval: 'manual' })
  await pay(place, approval.intentId)
  await settle(place, approval.intentId)
  must((await provider.capture(approval.intentId)) === 'captured', 'captured')
  must((await provider.capture(approval.intentId)) === 'captured', 'a second capture changes nothing')
  const bought = await buyCredits(place, 'pm_card_visa')
  must((await provider.retrieve(bought.intentId))?.saved, 'keeps the card')
  await place.app.credits.settle(bought.intentId)
  for (const [card, answer] of [
    ['pm_card_visa', 'succeeded'],
    ['pm_card_chargeDeclined', 'refused'],
    ['pm_card_authenticationRequired', 'requires_action'],
  ] as const) {
    const { saved } = (await provider.retrieve(bought.intentId)) ?? {}
    must(saved, 'a card')
    const due = await provider.open({
      paymentId: randomUUID(),
      idempotencyKey: `due-${card}`,
      amountCents: 1000,
      currency: 'usd' as const,
      capture: 'automatic' as const,
      expiresAt: app.clock.now(),
      description: 'A month',
      keepCard: { customer: saved.customer },
    })
    const method = card === 'pm_card_visa' ? saved.method : card
    const charge = () =>
      provider.chargeSaved({ intentId: due.intentId, saved: { ...saved, method }, idempotencyKey: `charge-${card}` })
    const got = await charge()
    must(got === answer, `${card}: ${got}`)
  }
  const { saved: last } = (await provider.retrieve(bought.intentId)) ?? {}
  must(last, 'a card')
  await provider.forget(last.customer)
  await provider.forget(last.customer)
  const released = await hold(place, { approval: 'manual' })
  await pay(place, released.intentId)
  must(
    (await provider.refundOrRelease({ intentId: released.intentId, idempotencyKey: 'r' })).kind === 'release',
    'released',
  )
  must((await provider.listRefunds(released.intentId)).length === 0, 'a release is not a refund')
  const ended = await hold(place)
  must((await provider.cancel(ended.intentId)) === 'cancelled', 'cancelled')
  must((await provider.cancel(ended.intentId)) === 'cancelled', 'cancelled twice')
  must((await provider.retrieve('pi_of_nobody')) === null, 'unknown')

  for (const type of ['payment_intent.succeeded', 'charge.refunded', 'refund.updated']) {
    const id = type.startsWith('payment_intent') ? { id: intentId } : {}
    const object = type.startsWith('payment_intent') ? {} : { object: { payment_intent: intentId } }
    const made = await post(`${contracts.STRIPE_API_BASE}/__events`, {
      type,
      ...id,
      ...object,
      secret: 'whsec_contract',
    })
    must(typeof made.payload === 'string', `an event: ${JSON.stringify(made)}`)
    const headers = { 'stripe-signature': String(made.signature), 'content-type': 'application/json' }
    const { status } = await app.call('POST', '/api/payments/webhook', made.payload, headers)
    must(status === 200, `accepts ${type}`)
  }
  await post(`${contracts.STRIPE_API_BASE}/__fail`, { status: 500, times: 1 })
  must(await rejected(provider.retrieve(intentId)), 'a 500 fails')
  await post(`${contracts.STRIPE_API_BASE}/__fail`, { status: 429, times: 1, headers: { 'retry-after': '1' } })
  must(await rejected(provider.retrieve(intentId)), 'a 429 fails')
}

async function checkMessages(place: Place): Promise<void> {
  const { app, contracts, publicUrl } = place
  const { senders, letterLine } = app
  const booked = await hold(place, { occupancy: 'resident' }, { mailUpgrade: true })
  await pay(place, booked.intentId)
  const id = await settle(place, booked.intentId)
  await app.runJobs()
  const { rows } = await app.database.pool.query(
    'select channel, status, reason from notification where booking_id = $1',
    [id],
  )
  must(
    rows.length === 6 && rows.every(({ status }) => status === 'sent'),
    `sends every message: ${JSON.stringify(rows)}`,
  )

  const text = outgoing({ to: '(213) 555-0142', text: 'Once, ✓' })
  const sent = await senders.sms.send(text)
  must(
    (await senders.sms.send({ ...text, isRepeat: true })).reference === sent.reference,
    'finds a text that it has sent',
  )
  const optedOut = await rejected(senders.sms.send(outgoing({ to: '+15005550004' })))
  must(optedOut && 'hasOptedOut' in optedOut && optedOut.hasOptedOut, 'knows that a number opted out')
  const wrong = await rejected(senders.sms.send(outgoing({ to: '+15005550001' })))
  must(wrong && 'isPermanent' in wrong && wrong.isPermanent, 'a wrong number fails for good')
  const stop = await post(`${contracts.TWILIO_API_BASE}/__inbound`, {
    url: `${publicUrl}/api/webhooks/twilio/inbound`,
    From: '+12135550142',
    To: '+15005550006',
    Body: 'STOP',
  })
  must(JSON.stringify(stop).includes('get any more texts from us'), `answers STOP: ${JSON.stringify(stop)}`)
  await untilDelivered(app, id)

  const letter = outgoing({
    from: address,
    to: { ...address, name: 'Rosa Resident' },
    attachmentKey: await letterKey(app, id),
  })
  const posted = await senders.certified_mail.send(letter)
  must(
    (await senders.certified_mail.send({ ...letter, isRepeat: true })).reference === posted.reference,
    'finds a letter that it has sent',
  )
  must((await letterLine?.cancel(posted.reference)) === 'cancelled', 'recalls a letter')

  const mail = (to: string) => outgoing({ from: 'Us <us@example.com>', to, subject: 'Grüße', html: '<p>ü</p>' })
  await senders.email.send({ ...mail('maria@example.com'), cc: ['lena@example.com'], copy: { text: 'c', html: 'c' } })
  const refused = await rejected(senders.email.send(mail('reject@example.com')))
  must(refused && 'isPermanent' in refused && refused.isPermanent, 'an unknown mailbox fails for good')
  const later = await rejected(senders.email.send(mail('greylist@example.com')))
  must(later && 'isPermanent' in later && !later.isPermanent, 'greylisting fails only for now')
}

const address = {
  name: 'Acme Homes',
  address_line1: '210 King St',
  address_line2: null,
  address_city: 'San Francisco',
  address_state: 'CA',
  address_zip: '94107',
}

async function letterKey(app: TestApp, bookingId: string): Promise<string> {
  const showing = await app.showings.find(bookingId)
  must(showing, 'finds the booking')
  return `notices/${showing.id}-${showing.calendarSequence}-letter.pdf`
}

/** The server sends signed status callbacks automatically. */
async function untilDelivered(app: TestApp, bookingId: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await app.database.pool.query(
      `select count(*)::integer as n from notification where booking_id = $1 and carriage = 'delivered'`,
      [bookingId],
    )
    if (rows[0]?.n === 3) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('check failed: Twilio reports every text of the booking as delivered')
}

/** Lets every engine draw, and retries after its own failure. */
async function checkImages(contracts: Record<string, string>): Promise<void> {
  const openai = { OPENAI_BASE_URL: contracts.OPENAI_BASE_URL ?? '', OPENAI_API_KEY: 'sk-contract' }
  const a1111 = { A1111_BASE_URL: contracts.A1111_BASE_URL ?? '' }
  const models = ['gpt-image-1', 'gpt-image-2', 'dall-e-3', 'dall-e-2']
  for (const env of [a1111, ...models.map((model) => ({ ...openai, OPENAI_IMAGE_MODEL: model }))]) {
    const studio = await testApp({ env, studio: { patienceMs: 0, pause: async () => undefined } })
    studio.clock.set(Temporal.Now.instant().toString())
    try {
      const who = await makeCreator(studio, 'draws@people.example.com')
      const form = { prompt: 'a red barn <lora:x:1>', negative_prompt: 'snow', style: 'Photo XL+', seed: 41, count: 2 }
      const order = () => studio.call('POST', '/generate-image?async=1', form, who.studio)
      const failing = Object.values(env)[0] ?? ''
      await post(`${new URL(failing).origin}/__fail`, { status: 500, times: 1, method: 'POST' })
      const ids = [(await order()).body.jobId, (await order()).body.jobId]
      await studio.runJobs()
      for (const id of ids) {
        const { body } = await studio.call('GET', `/generate-image/${id}`, undefined, who.headers)
        must(body.status === 'succeeded' && body.images.length === 2, `drawn: ${JSON.stringify(body)}`)
        must(body.image.usedParams.seed === ('A1111_BASE_URL' in env ? 41 : null), 'returns the seed')
      }
    } finally {
      await studio.close()
    }
  }
}

/** Gets answers of a model: after a file, turns, and a picture, and after a refusal. */
async function checkChat(contracts: Record<string, string>): Promise<void> {
  const chat = { OPENAI_BASE_URL: contracts.OPENAI_BASE_URL ?? '', OPENAI_API_KEY: 'sk-contract' }
  const oracle = await testApp({ env: { ...chat, OPENAI_CHAT_MODEL: 'gpt-4o-mini', OPENAI_CHAT_SEES: 'true' } })
  try {
    const { ask, upload, post: send } = await asker(oracle)
    const letter = await upload('Take 5 mg of Ramipril in the morning.')
    const picture = await upload(await drawnPng(), 'photo.png')
    await oracle.runJobs()
    const first = await ask('When do I take Ramipril?', { files: [{ id: letter.id }, { id: picture.id }] })
    must(first.status === 200 && first.body.response !== '', `answered: ${JSON.stringify(first.body)}`)
    const { conversationId } = first.body
    must((await ask('And "how" much, für 日本 🙂?', { conversationId })).status === 200, 'answers a second turn')
    const fail = `${new URL(contracts.OPENAI_BASE_URL ?? '').origin}/__fail`
    await post(fail, { status: 429, times: 1, headers: { 'retry-after': '0' } })
    must((await ask('Again?', { conversationId })).status === 200, 'answers after a short wait')
    await post(fail, { status: 500, times: 1 })
    const failed = await ask('Does it fail?', { conversationId })
    must(failed.status === 503, 'reports a failure')
    must(
      (await send(`/oracle/messages/${failed.body.messageId}/regenerate`)).status === 200,
      'answers when asked again',
    )
  } finally {
    await oracle.close()
  }
}

const contracts = await startContracts()
const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const { env } = contracts
const app = await testApp({
  env: {
    STRIPE_SECRET_KEY: env.STRIPE_API_KEY ?? '',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_contract',
    STRIPE_WEBHOOK_SECRET: 'whsec_contract',
    STRIPE_API_BASE: env.STRIPE_API_BASE ?? '',
    TWILIO_ACCOUNT_SID: env.TWILIO_ACCOUNT_SID ?? '',
    TWILIO_AUTH_TOKEN: env.TWILIO_AUTH_TOKEN ?? '',
    TWILIO_FROM: '+15005550006',
    TWILIO_API_BASE: env.TWILIO_API_BASE ?? '',
    PUBLIC_URL: publicUrl,
    SMTP_URL: env.SMTP_URL ?? '',
    MAIL_FROM: 'ShowingBooker <no-reply@example.com>',
    LOB_API_KEY: env.LOB_API_KEY ?? '',
    LOB_WEBHOOK_SECRET: 'secret',
    LOB_API_BASE: new URL(env.LOB_BASE_PATH ?? '').origin,
    RETURN_ADDRESS_NAME: address.name,
    RETURN_ADDRESS_LINE1: address.address_line1,
    RETURN_ADDRESS_ZIP: '94107',
    RETURN_ADDRESS_CITY: address.address_city,
    RETURN_ADDRESS_STATE: 'CA',
  },
})
app.clock.set(Temporal.Now.instant().toString())
const server = serve({ fetch: app.app.fetch, port, hostname: '127.0.0.1' })
try {
  const place = { app, contracts: env, publicUrl }
  await checkStripe(place)
  await checkMessages(place)
  await checkImages(env)
  await checkChat(env)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  server.close()
  await app.close()
  await contracts.stop()
}

type Line = { direction: string; provider: string; verdict: string }
const lines = readFileSync(logFile, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
for (const vendor of VENDORS) {
  const own = lines.filter(({ direction, provider }) => direction === 'in' && provider === vendor)
  const verdicts = [...Map.groupBy(own, ({ verdict }) => verdict)].map(([verdict, of]) => `${of.length} ${verdict}`)
  console.log(`${vendor}: ${own.length} requests (${verdicts.join(', ')})`)
}
const least = ['stripe=20', 'twilio=6', 'lob=4', 'smtp=5', 'openai=22', 'a1111=4'].flatMap((count) => ['--min', count])
const { status } = spawnSync(process.execPath, [join(folder, 'check-log'), '--log', logFile, ...least], {
  stdio: 'inherit',
})
process.exitCode ||= status ?? 1
