import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type FakeLob, startLob } from '../../../test/fakes/lob.ts'
import { messageContract, outgoing } from '../../../test/fakes/message-contract.ts'
import { everyFault } from '../../../test/fakes/vendor-server.ts'
import { DomainError } from '../../platform/errors.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { BEFORE_THE_MAIL, createLobLetters } from './lob-letters.ts'

let lob: FakeLob
let letters: ReturnType<typeof createLobLetters>
let impatient: ReturnType<typeof createLobLetters>
const now = Temporal.Instant.from('2026-11-21T09:00:00Z')
const clock = { now: () => now }
const pdf = new Uint8Array(Buffer.from('%PDF-1.7 a letter'))
const files = {
  get: async (key: string) => (key === 'notices/1.pdf' ? { bytes: pdf, contentType: 'application/pdf' } : null),
}
before(async () => {
  lob = await startLob()
  letters = createLobLetters(lob.settings, { files, clock })
  impatient = createLobLetters(lob.settings, { files, clock, timeoutMs: 1000 })
})
after(() => lob.close())

const address = {
  name: 'Rosa Resident',
  address_line1: '742 Juniper Street',
  address_line2: 'Unit 3',
  address_city: 'Los Angeles',
  address_state: 'CA',
  address_zip: '90012',
}
const sender = { ...address, name: 'ShowingBooker, Inc., of a name longer than forty', address_line2: null }
const letter = (change: Partial<ReturnType<typeof outgoing>> = {}) =>
  outgoing({ from: sender, to: address, attachmentKey: 'notices/1.pdf', ...change })

messageContract('lob', async () => ({
  sender: letters,
  message: letter(),
  countArrived: async () => lob.letters.length,
}))

const failed = async (promise: Promise<unknown>): Promise<VendorError> => {
  const error = await promise.catch((thrown: unknown) => thrown)
  assert.ok(error instanceof VendorError, String(error))
  return error
}

test('a letter is our own paper, certified, from address to address', async () => {
  const message = letter()
  const { reference, trackingNumber } = await letters.send(message)
  const [sent] = lob.letters.slice(-1)
  assert.deepEqual([sent?.id, `9407${reference.slice(4)}`], [reference, trackingNumber])
  assert.equal(sent?.pdf, '%PDF-1.7 a letter')
  assert.deepEqual(sent?.fields, {
    description: 'Notice to enter',
    'to[name]': 'Rosa Resident',
    'to[address_line1]': '742 Juniper Street',
    'to[address_line2]': 'Unit 3',
    'to[address_city]': 'Los Angeles',
    'to[address_state]': 'CA',
    'to[address_zip]': '90012',
    'to[address_country]': 'US',
    'from[name]': 'ShowingBooker, Inc., of a name longer th',
    'from[address_line1]': '742 Juniper Street',
    'from[address_city]': 'Los Angeles',
    'from[address_state]': 'CA',
    'from[address_zip]': '90012',
    'from[address_country]': 'US',
    color: 'false',
    use_type: 'operational',
    mail_type: 'usps_first_class',
    extra_service: 'certified',
    address_placement: 'insert_blank_page',
    'metadata[notification]': message.id,
  })
  const request = lob.requests.at(-1)
  assert.equal(request?.headers['idempotency-key'], message.id)
  assert.equal(request?.headers.authorization, `Basic ${Buffer.from('test_sesame:').toString('base64')}`)
})

test('asks for a return receipt if the settings say so', async () => {
  const receipt = createLobLetters({ ...lob.settings, hasReturnReceipt: true }, { files, clock })
  await receipt.send(letter())
  assert.equal(lob.letters.at(-1)?.fields.extra_service, 'certified_return_receipt')
})

const isSend = ({ method }: { method: string }) => method === 'POST'
for (const [what, fault] of everyFault)
  test(`after ${what}, a letter fails temporarily, and a retry mails it once, even days later`, async () => {
    const message = letter()
    const before = lob.letters.length
    lob.failNext(fault, isSend)
    const by = fault === 'silence' ? impatient : letters
    const error = await failed(by.send(message))
    assert.deepEqual([error.isPermanent, error.isAboutRequest], [false, false])
    assert.equal(error.retryAfterSeconds, what.startsWith('429') ? 7 : null)
    assert.doesNotMatch(JSON.stringify(error) + error.message, /sesame|Juniper/)
    lob.forgetKeys()
    const sent = await by.send({ ...message, isRepeat: true })
    lob.forgetKeys()
    assert.deepEqual(await by.send({ ...message, isRepeat: true }), sent)
    assert.equal(lob.letters.length, before + 1)
  })

test('a refused address is a permanent failure, in plain words', async () => {
  const error = await failed(letters.send(letter({ to: { ...address, address_zip: 'nowhere' } })))
  assert.deepEqual([error.isPermanent, error.reason], [true, 'The mailing address or the letter was refused'])
})

test('recalls a letter until it is printed', async () => {
  const { reference } = await letters.send(letter())
  assert.deepEqual([await letters.cancel(reference), await letters.cancel(reference)], ['cancelled', 'cancelled'])
  const printed = await letters.send(letter())
  const [last] = lob.letters.slice(-1)
  if (last) last.isPrinted = true
  assert.equal(await letters.cancel(printed.reference), 'too_late')
})

const read = (type: string, { at = now, secret }: { at?: Temporal.Instant; secret?: string } = {}) => {
  const [last] = lob.letters.slice(-1)
  assert.ok(last)
  const { body, headers } = lob.event(last, type, { id: 'evt_1', at }, secret)
  return letters.readCarriage({
    target: '/api/webhooks/lob',
    body,
    header: (name) => headers[name as keyof typeof headers],
  })
}

test('reads what the post office reports about a letter', async () => {
  const message = letter()
  const { reference, trackingNumber } = await letters.send(message)
  assert.partialDeepStrictEqual(read('letter.certified.mailed'), {
    eventId: 'lob:evt_1',
    sendId: message.id,
    reference,
    trackingNumber,
    state: 'mailed',
    isFinal: false,
  })
  assert.partialDeepStrictEqual(read('letter.certified.delivered'), { state: 'delivered', isFinal: true, reason: null })
  assert.partialDeepStrictEqual(read('letter.certified.returned_to_sender'), {
    state: 'returned_to_sender',
    isFinal: true,
    reason: 'The letter was returned to its sender',
  })
  assert.partialDeepStrictEqual(read('letter.created'), { state: 'created', isFinal: false })
  for (const type of ['letter.rendered_pdf', 'letter.viewed', 'postcard.delivered'])
    assert.equal(read(type), null, type)
})

test('docs/operations.md lists each Lob event that we read', async () => {
  const docs = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const row = docs.split('\n').find((line) => line.startsWith('| Lob |')) ?? ''
  assert.match(row, /`letter\.certified\.\*`/)
  for (const state of BEFORE_THE_MAIL) {
    assert.equal(read(`letter.${state}`)?.state, state)
    assert.ok(row.includes(`\`letter.${state}\``), state)
  }
})

test('refuses a call that Lob did not sign or that is old', () => {
  assert.throws(() => read('letter.delivered', { secret: 'another' }), DomainError)
  assert.throws(() => read('letter.delivered', { at: now.subtract({ minutes: 6 }) }), DomainError)
  assert.throws(
    () => letters.readCarriage({ target: '/api/webhooks/lob', body: '{}', header: () => undefined }),
    DomainError,
  )
})
