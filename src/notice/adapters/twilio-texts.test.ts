import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { messageContract, outgoing } from '../../../test/fakes/message-contract.ts'
import { type FakeTwilio, startTwilio } from '../../../test/fakes/twilio.ts'
import { everyFault } from '../../../test/fakes/vendor-server.ts'
import { DomainError } from '../../platform/errors.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { createTwilioTexts } from './twilio-texts.ts'

const PUBLIC_URL = 'https://showings.example.com'
let twilio: FakeTwilio
let texts: ReturnType<typeof createTwilioTexts>
let impatient: ReturnType<typeof createTwilioTexts>
before(async () => {
  twilio = await startTwilio()
  texts = createTwilioTexts(twilio.settings(PUBLIC_URL))
  impatient = createTwilioTexts(twilio.settings(PUBLIC_URL), { timeoutMs: 1000 })
})
after(() => twilio.close())

messageContract('twilio', async () => ({
  sender: texts,
  message: outgoing({}),
  countArrived: async () => twilio.texts.length,
}))

const failed = async (promise: Promise<unknown>): Promise<VendorError> => {
  const error = await promise.catch((thrown: unknown) => thrown)
  assert.ok(error instanceof VendorError, String(error))
  return error
}

test('a text goes from our number to a dialable one, and says where to report its status', async () => {
  const message = outgoing({ to: '(213) 555-0199 ext. 7', text: 'Größe: 3 ✓' })
  await texts.send(message)
  const form = Object.fromEntries(new URLSearchParams(twilio.requests.at(-1)?.body.toString()))
  assert.deepEqual(form, {
    To: '+12135550199',
    From: '+12135550100',
    Body: 'Größe: 3 ✓',
    StatusCallback: `${PUBLIC_URL}/api/webhooks/twilio/status?message=${message.id}`,
  })
})

test('a messaging service can send instead of a number', async () => {
  const from = `MG${'2'.repeat(32)}`
  await createTwilioTexts({ ...twilio.settings(PUBLIC_URL), from }).send(outgoing({}))
  const form = new URLSearchParams(twilio.requests.at(-1)?.body.toString())
  assert.deepEqual([form.get('MessagingServiceSid'), form.get('From')], [from, null])
})

const isSend = ({ method }: { method: string }) => method === 'POST'

for (const [what, fault] of everyFault)
  test(`after ${what}, a text fails temporarily, and a retry makes it arrive once`, async () => {
    const message = outgoing({ text: `A text with ${what}.` })
    twilio.failNext(fault, isSend)
    const by = fault === 'silence' ? impatient : texts
    const error = await failed(by.send(message))
    assert.deepEqual([error.isPermanent, error.isAboutRequest], [false, false])
    assert.equal(error.retryAfterSeconds, what.startsWith('429') ? 7 : null)
    assert.doesNotMatch(JSON.stringify(error) + error.message, /token|Basic|555/)
    const sent = await by.send({ ...message, isRepeat: true })
    const arrived = twilio.texts.filter(({ body }) => body === message.text)
    assert.deepEqual(
      arrived.map(({ sid }) => sid),
      [sent.reference],
    )
  })

test('does not send a text again until it knows whether the first one arrived', async () => {
  const message = outgoing({ text: 'Perhaps.', isRepeat: true })
  twilio.failNext({ status: 500 }, ({ method }) => method === 'GET')
  await failed(texts.send(message))
  assert.equal(twilio.texts.filter(({ body }) => body === 'Perhaps.').length, 0)
})

test("does not mistake an older text or another message's text with the same words for this one", async () => {
  const message = outgoing({ text: 'Once more.' })
  const { reference } = await texts.send(message)
  const later = Temporal.Now.instant().add({ hours: 27 }).toString()
  await texts.send({ ...message, plannedAt: later, isRepeat: true })
  const known = [reference, twilio.texts.at(-1)?.sid ?? '']
  const listSpent = async (references: string[]) => references.filter((one) => known.includes(one))
  await texts.send({ ...message, isRepeat: true, listSpent })
  assert.equal(twilio.texts.filter(({ body }) => body === 'Once more.').length, 3)
})

test('finds a text by the words of its earlier try, even if our clock is hours off', async () => {
  const message = outgoing({ text: 'Requested.' })
  const sent = await texts.send(message)
  const plannedAt = Temporal.Now.instant().add({ hours: 5 }).toString()
  const again = { ...message, text: 'Confirmed.', isRepeat: true, earlierTexts: ['Requested.'], plannedAt }
  assert.deepEqual(await texts.send(again), sent)
  assert.deepEqual(await texts.find?.(again), sent)
  assert.equal(await texts.find?.({ ...again, earlierTexts: ['Never tried.'] }), null)
  assert.equal(
    twilio.texts.filter(({ to }) => to === twilio.texts.at(-1)?.to).some(({ body }) => body === 'Confirmed.'),
    false,
  )
})

const refusals: [code: number, reason: RegExp, hasOptedOut: boolean][] = [
  [21211, /not a phone number/, false],
  [21614, /not a mobile number/, false],
  [21610, /opted out/, true],
  [21999, /was refused/, false],
]
for (const [code, reason, hasOptedOut] of refusals)
  test(`code ${code} is a permanent failure, with a reason in plain words`, async () => {
    const to = `+1213555${code % 10_000}`.padEnd(12, '0')
    twilio.refuse(to, code)
    const error = await failed(texts.send(outgoing({ to })))
    assert.deepEqual([error.isPermanent, error.hasOptedOut], [true, hasOptedOut])
    assert.match(error.reason ?? '', reason)
    assert.doesNotMatch(error.message, /\+1/)
  })

test('refuses an undialable number without calling Twilio', async () => {
  const asked = twilio.requests.length
  assert.equal((await failed(texts.send(outgoing({ to: '555' })))).isPermanent, true)
  assert.equal(twilio.requests.length, asked)
})

const ofTheSender = [21212, 21601, 21603, 21606, 21609, 21611, 21659, 21660, 21661, 21701, 21703, 21704, 21705]
for (const code of ofTheSender)
  test(`code ${code} is about our sender, which the operator must fix, so the text waits`, async () => {
    twilio.refuse('+12135550177', code)
    const error = await failed(texts.send(outgoing({ to: '213-555-0177' })))
    assert.deepEqual([error.isPermanent, error.isAboutRequest], [false, false])
  })

const headersOf = (headers: Record<string, string>) => (name: string) => headers[name]

test('reads only signed calls', () => {
  const { target, body, headers } = twilio.inbound(PUBLIC_URL, '+12135550142', 'STOP')
  const header = headersOf(headers)
  assert.equal(texts.readInbound({ target, body, header }).text, 'STOP')
  const forged = [
    { target, body: body.replace('STOP', 'START'), header },
    { target: `${target}?x=1`, body, header },
    { target, body, header: () => undefined },
    { target, body, header: () => 'AAAA' },
  ]
  for (const call of forged) assert.throws(() => texts.readInbound(call), DomainError)
})

test('reads final statuses of a text and ignores the earlier ones', async () => {
  const message = outgoing({ text: 'To be delivered.' })
  const { reference } = await texts.send(message)
  const text = twilio.texts.find(({ sid }) => sid === reference)
  assert.ok(text)
  const read = (status: string, code?: number) => {
    const { headers, ...call } = twilio.status(text, status, code)
    return texts.readCarriage({ ...call, header: headersOf(headers) })
  }
  for (const step of ['queued', 'sending', 'sent']) assert.equal(read(step), null)
  const delivered = { sendId: message.id, reference, state: 'delivered', reason: null, isFinal: true }
  assert.partialDeepStrictEqual(read('delivered'), delivered)
  const lost = { state: 'undelivered', code: '30005', reason: 'This number is not in service', optedOut: null }
  assert.partialDeepStrictEqual(read('undelivered', 30005), lost)
  assert.partialDeepStrictEqual(read('failed', 21610), { optedOut: '+12135550142' })
})

test('a reply is TwiML with its words escaped', () => {
  assert.equal(
    texts.reply('Help & <more>'),
    '<?xml version="1.0" encoding="UTF-8"?><Response><Message>Help &amp; &lt;more&gt;</Message></Response>',
  )
  assert.equal(texts.reply(null), '<?xml version="1.0" encoding="UTF-8"?><Response/>')
})
