import assert from 'node:assert/strict'
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type MailFault, type MailServer, startMailServer } from '../../../test/fakes/mail-server.ts'
import { messageContract, outgoing } from '../../../test/fakes/message-contract.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { createSmtpMail } from './smtp-mail.ts'

let server: MailServer
let mail: ReturnType<typeof createSmtpMail>
const pdf = new Uint8Array(Buffer.from('%PDF-1.7 a notice'))
const files = {
  get: async (key: string) => (key === 'notices/1.pdf' ? { bytes: pdf, contentType: 'application/pdf' } : null),
}
const support = 'help@showings.example.com'
const open = (dkim: Parameters<typeof createSmtpMail>[0]['dkim'] = null, url = server.url) =>
  createSmtpMail({ url, dkim }, { files, support })
let impatient: typeof mail
before(async () => {
  server = await startMailServer()
  mail = open()
  impatient = createSmtpMail({ url: server.url, dkim: null }, { files, support, timeoutMs: 1000 })
})
after(async () => {
  mail.close()
  impatient.close()
  await server.close()
})

const from = 'ShowingBooker <hello@showings.example.com>'
function letter(change: Partial<ReturnType<typeof outgoing>> = {}) {
  const delivered: string[] = []
  const noteDelivered = async (mailbox: string) => void delivered.push(mailbox)
  const whole = { delivered, noteDelivered, ...change }
  return outgoing({ from, to: 'maria@buyers.example.com', subject: 'Your showing', html: '<p>Booked</p>', ...whole })
}

messageContract('smtp', async () => ({
  sender: mail,
  message: letter(),
  countArrived: async () => server.arrived.length,
}))

const failed = async (promise: Promise<unknown>): Promise<VendorError> => {
  const error = await promise.catch((thrown: unknown) => thrown)
  assert.ok(error instanceof VendorError, String(error))
  return error
}
/** Returns the emails that arrive while `act` runs. */
async function arrivedDuring(act: () => Promise<unknown>) {
  const before = server.arrived.length
  await act()
  return server.arrived.slice(before)
}

test('an email has text, HTML, and the notice, and its Message-ID comes from our ID', async () => {
  const message = letter({ subject: 'Größe ✓', text: 'Plain ✓', attachmentKey: 'notices/1.pdf' })
  const [one] = await arrivedDuring(() => mail.send(message))
  assert.ok(one)
  assert.deepEqual([one.from, one.recipients], ['hello@showings.example.com', ['maria@buyers.example.com']])
  assert.equal(one.mail.messageId, `<${message.id}@showings.example.com>`)
  assert.deepEqual([one.mail.subject, one.mail.text?.trim(), one.mail.html], ['Größe ✓', 'Plain ✓', '<p>Booked</p>'])
  assert.equal(one.mail.from?.text, '"ShowingBooker" <hello@showings.example.com>')
  assert.deepEqual(
    one.mail.attachments.map(({ filename, contentType, content }) => [filename, contentType, content.toString()]),
    [['notice-to-enter.pdf', 'application/pdf', '%PDF-1.7 a notice']],
  )
  assert.equal(one.mail.headers.get('auto-submitted'), 'auto-generated')
  assert.ok(one.mail.date)
  assert.doesNotMatch(one.raw, /list-unsubscribe/i)
})

test('people in cc get their own text if there is one, and everyone sees who got the email', async () => {
  const copy = { text: 'Without the link.', html: '<p>Without</p>' }
  const arrived = await arrivedDuring(() => mail.send(letter({ cc: ['lena@agents.example.com'], copy })))
  assert.deepEqual(
    arrived.map(({ recipients, mail: { text } }) => [recipients, text?.trim()]),
    [
      [['maria@buyers.example.com'], 'Your showing is booked.'],
      [['lena@agents.example.com'], 'Without the link.'],
    ],
  )
  for (const { raw } of arrived) {
    assert.match(raw, /^To: maria@buyers\.example\.com$/m)
    assert.match(raw, /^Cc: lena@agents\.example\.com$/m)
  }
})

test("a copy in its reader's language has its own subject, and everyone still sees who got the email", async () => {
  const own = { at: 0, subject: 'Su visita', text: 'En español.', html: '<p>En español</p>' }
  const copy = { text: 'Without the link.', html: '<p>Without</p>', own }
  const cc = ['lena@agents.example.com', 'sam@broker.example']
  const arrived = await arrivedDuring(() => mail.send(letter({ cc, copy, replyTo: 'lena@agents.example.com' })))
  assert.deepEqual(
    arrived.map(({ recipients, mail: { subject, text, html } }) => [recipients[0], subject, text?.trim(), html]),
    [
      ['maria@buyers.example.com', 'Your showing', 'Your showing is booked.', '<p>Booked</p>'],
      ['lena@agents.example.com', 'Su visita', 'En español.', '<p>En español</p>'],
      ['sam@broker.example', 'Your showing', 'Without the link.', '<p>Without</p>'],
    ],
  )
  for (const { raw } of arrived) {
    assert.match(raw, /^To: maria@buyers\.example\.com$/m)
    assert.match(raw, /^Cc: lena@agents\.example\.com, sam@broker\.example$/m)
  }
})

test('each mailbox gets its own invitation, as an alternative part with its method and as a file', async () => {
  const invite = (mailbox: string) =>
    `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nATTENDEE:mailto:${mailbox}\r\nEND:VCALENDAR\r\n`
  const calendar = { method: 'REQUEST' as const, content: invite('maria'), copies: [invite('lena'), null] }
  const copy = { text: 'Without the link.', html: '<p>Without</p>' }
  const cc = ['lena@agents.example.com', 'rosa@home.example.com']
  const arrived = await arrivedDuring(() => mail.send(letter({ cc, copy, calendar, attachmentKey: 'notices/1.pdf' })))
  const partsOf = ({ raw }: { raw: string }) => raw.match(/^Content-Type: [^;\s]+/gm)?.map((line) => line.slice(14))
  const words = ['text/plain', 'text/html', 'text/calendar']
  assert.deepEqual(arrived.map(partsOf), [
    ['multipart/mixed', 'multipart/alternative', ...words, 'application/pdf', 'application/ics'],
    ['multipart/mixed', 'multipart/alternative', ...words, 'application/ics'],
    ['multipart/alternative', 'text/plain', 'text/html'],
  ])
  for (const [at, mailbox] of ['maria', 'lena'].entries()) {
    const one = arrived[at]
    assert.ok(one)
    assert.match(one.raw, /^Content-Type: text\/calendar; charset=utf-8; method=REQUEST/m)
    const files = one.mail.attachments.filter(({ contentType }) => contentType !== 'application/pdf')
    assert.ok(files.some(({ filename }) => filename === 'invite.ics'))
    for (const file of files) assert.equal(file.content.toString(), invite(mailbox))
  }
})

test('an ordinary copy has the same text and the notice', async () => {
  const message = letter({ cc: ['rosa@home.example.com'], attachmentKey: 'notices/1.pdf' })
  const arrived = await arrivedDuring(() => mail.send(message))
  assert.deepEqual(
    arrived.map(({ recipients, mail: { attachments } }) => [recipients[0], attachments.length]),
    [
      ['maria@buyers.example.com', 1],
      ['rosa@home.example.com', 1],
    ],
  )
})

test('a permanently refused copy does not hold up the email, and the result names it', async () => {
  server.refuse('gone@home.example.com', 550, '5.1.1 No such user')
  const arrived = await arrivedDuring(async () => {
    const { refused } = await mail.send(letter({ cc: ['gone@home.example.com', 'rosa@home.example.com'] }))
    assert.deepEqual(refused, ['gone@home.example.com'])
  })
  assert.deepEqual(
    arrived.map(({ recipients }) => recipients[0]),
    ['maria@buyers.example.com', 'rosa@home.example.com'],
  )
})

test('a copy with its own subject is a separate email with the notice, and neither email names the other mailbox', async () => {
  const copy = {
    subject: 'Notice to enter',
    text: 'For Rosa.',
    html: '<p>For Rosa</p>',
    replyTo: 'dana@agents.example.com',
  }
  const cc = ['rosa@home.example.com']
  const to = 'dana@agents.example.com'
  const arrived = await arrivedDuring(() => mail.send(letter({ to, cc, copy, attachmentKey: 'notices/1.pdf' })))
  assert.deepEqual(
    arrived.map(({ recipients, mail: { subject, text, attachments } }) => [
      recipients,
      subject,
      text?.trim(),
      attachments.length,
    ]),
    [
      [[to], 'Your showing', 'Your showing is booked.', 1],
      [cc, 'Notice to enter', 'For Rosa.', 1],
    ],
  )
  const addressed = arrived.map(({ raw }) => raw.match(/^(To|Cc|Reply-To): .*$/gm))
  assert.deepEqual(addressed, [
    ['To: dana@agents.example.com', 'Reply-To: help@showings.example.com'],
    ['To: rosa@home.example.com', 'Reply-To: dana@agents.example.com'],
  ])
  assert.equal(new Set(arrived.map(({ mail: { messageId } }) => messageId)).size, 2)
})

test('replies go where the message says, or else to support, and never to the reader', async () => {
  const replyTo = 'dana@agents.example.com'
  const arrived = await arrivedDuring(async () => {
    await mail.send(letter())
    await mail.send(
      letter({ replyTo, cc: ['Dana@agents.example.com'], copy: { text: 'A copy', html: '<p>A copy</p>' } }),
    )
  })
  assert.deepEqual(
    arrived.map((one) => one.mail.replyTo?.value.map(({ address }) => address)),
    [[support], [replyTo], [support]],
  )
})

test('signs an email if there is a key, and the signature is valid', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signing = open({ domain: 'showings.example.com', selector: 'mail2026', privateKey: pem })
  const [one] = await arrivedDuring(() => signing.send(letter({ replyTo: 'dana@agents.example.com' })))
  signing.close()
  assert.ok(one)
  const [head = '', ...rest] = one.raw.split('\r\n\r\n')
  const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const signature = fields.find((line) => /^DKIM-Signature:/i.test(line)) ?? ''
  const tag = (name: string) => new RegExp(`[;: ]${name}=([^;]*)`).exec(signature)?.[1]?.replace(/\s/g, '') ?? ''
  assert.deepEqual([tag('a'), tag('d'), tag('s')], ['rsa-sha256', 'showings.example.com', 'mail2026'])
  // RFC 6376, relaxed canonicalization of body and header.
  const body = rest
    .join('\r\n\r\n')
    .replace(/[ \t]+\r\n/g, '\r\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n')
  assert.equal(createHash('sha256').update(body).digest('base64'), tag('bh'))
  const relaxed = (line: string) => {
    const at = line.indexOf(':')
    return `${line.slice(0, at).toLowerCase().trim()}:${line
      .slice(at + 1)
      .replace(/\s+/g, ' ')
      .trim()}`
  }
  const signed = tag('h').toLowerCase().split(':')
  for (const name of ['from', 'to', 'reply-to', 'subject', 'message-id', 'date']) assert.ok(signed.includes(name), name)
  const lines = signed.flatMap((name) => fields.find((line) => line.toLowerCase().startsWith(`${name}:`)) ?? [])
  const own = relaxed(signature).replace(/([; ]b=)[^;]*/, '$1')
  const text = `${lines.map((line) => `${relaxed(line)}\r\n`).join('')}${own}`
  assert.ok(createVerify('RSA-SHA256').update(text).verify(publicKey, tag('b'), 'base64'))
  const [plain] = await arrivedDuring(() => mail.send(letter()))
  assert.doesNotMatch(plain?.raw ?? '', /^DKIM-Signature/im)
})

test('any process can retry a temporarily refused copy without sending the first email again', async () => {
  const message = letter({ cc: ['lena@agents.example.com'] })
  server.refuse('lena@agents.example.com', 451, '4.7.1 Try again later')
  const arrived = await arrivedDuring(async () => {
    assert.equal((await failed(mail.send(message))).isPermanent, false)
    const nextProcess = open()
    await nextProcess.send({ ...message, isRepeat: true })
    nextProcess.close()
  })
  assert.deepEqual(
    arrived.map(({ recipients }) => recipients[0]),
    ['maria@buyers.example.com', 'lena@agents.example.com'],
  )
})

test('a refused mailbox does not hold up the copies, and the email does not count as sent', async () => {
  for (const code of [550, 451]) {
    const message = letter({ cc: ['sam@agents.example.com'] })
    server.refuse('maria@buyers.example.com', code, 'No')
    const arrived = await arrivedDuring(async () => {
      assert.equal((await failed(mail.send(message))).isPermanent, code === 550)
      await mail.send({ ...message, isRepeat: true })
    })
    assert.deepEqual(
      arrived.map(({ recipients }) => recipients[0]),
      ['sam@agents.example.com', 'maria@buyers.example.com'],
    )
  }
})

const apart = () => ({
  to: 'dana@agents.example.com',
  cc: ['rosa@home.example.com'],
  copy: { subject: 'Notice to enter', text: 'For Rosa.', html: '<p>For Rosa</p>' },
})

test('a permanently refused mailbox does not hold up the separate email of a copy, and the result names it', async () => {
  server.refuse('dana@agents.example.com', 550, '5.1.1 No such user')
  const arrived = await arrivedDuring(async () => {
    const { refused } = await mail.send(letter(apart()))
    assert.deepEqual(refused, ['dana@agents.example.com'])
  })
  assert.deepEqual(
    arrived.map(({ recipients }) => recipients[0]),
    ['rosa@home.example.com'],
  )
})

test('a retry of a temporarily refused mailbox does not send the separate email again', async () => {
  const message = letter(apart())
  server.refuse('dana@agents.example.com', 451, '4.7.1 Try again later')
  const arrived = await arrivedDuring(async () => {
    assert.equal((await failed(mail.send(message))).isPermanent, false)
    await mail.send({ ...message, isRepeat: true })
  })
  assert.deepEqual(
    arrived.map(({ recipients }) => recipients[0]),
    ['rosa@home.example.com', 'dana@agents.example.com'],
  )
})

test('an email has failed if all its mailboxes are permanently refused', async () => {
  server.refuse('dana@agents.example.com', 552, '5.2.2 Over quota')
  server.refuse('rosa@home.example.com', 550, '5.1.1 No such user')
  const { isPermanent, reason } = await failed(mail.send(letter(apart())))
  assert.deepEqual([isPermanent, reason], [true, 'The mailbox is full'])
})

const transient: [name: string, MailFault][] = [
  ['greylisting', { command: 'RCPT', code: 451, text: '4.7.1 Try again later' }],
  ['a full disk of the server', { command: 'DATA', code: 452, text: '4.3.1 Insufficient storage' }],
  ['silence', 'silence'],
  ['a connection that breaks', 'hang up'],
]
for (const [what, fault] of transient)
  test(`after ${what}, an email fails temporarily, and a retry makes it arrive once`, async () => {
    const message = letter()
    const by = fault === 'silence' ? impatient : mail
    server.failNext(fault)
    const arrived = await arrivedDuring(async () => {
      const error = await failed(by.send(message))
      assert.equal(error.isPermanent, false)
      assert.doesNotMatch(error.message, /maria/)
      await by.send({ ...message, isRepeat: true })
    })
    assert.ok(arrived.length >= 1)
    assert.equal(new Set(arrived.map(({ mail: { messageId } }) => messageId)).size, 1)
    if (fault !== 'silence') assert.equal(arrived.length, 1)
  })

test('an email whose answer was lost keeps its Message-ID, so that readers recognize the repeat', async () => {
  const message = letter()
  server.failNext('answer lost')
  const arrived = await arrivedDuring(async () => {
    await failed(mail.send(message))
    const nextProcess = open()
    await nextProcess.send({ ...message, isRepeat: true })
    nextProcess.close()
  })
  assert.deepEqual(
    arrived.map(({ mail: { messageId } }) => messageId),
    Array(2).fill(`<${message.id}@showings.example.com>`),
  )
})

const permanent: [name: string, MailFault, reason: RegExp][] = [
  [
    'an unknown mailbox',
    { command: 'RCPT', code: 550, text: '5.1.1 No such user maria' },
    /does not know this mailbox/,
  ],
  ['a full mailbox', { command: 'RCPT', code: 552, text: '5.2.2 Over quota' }, /mailbox is full/],
  ['a refused text', { command: 'DATA', code: 554, text: '5.7.1 Spam' }, /refused the message/],
]
for (const [what, fault, reason] of permanent)
  test(`${what} is a permanent failure, with a reason in plain words`, async () => {
    server.failNext(fault)
    const error = await failed(mail.send(letter()))
    assert.deepEqual([error.isPermanent, error.isAboutRequest], [true, true])
    assert.match(error.reason ?? '', reason)
    assert.doesNotMatch(error.message, /maria/)
  })

test('an unreachable server is a temporary failure', async () => {
  const nobody = open(null, 'smtp://127.0.0.1:1')
  const error = await failed(nobody.send(letter()))
  nobody.close()
  assert.deepEqual([error.isPermanent, error.isAboutRequest], [false, false])
})

test('an address is one mailbox, whatever it contains', async () => {
  const to = 'a,b@buyers.example.com'
  const [one] = await arrivedDuring(() => mail.send(letter({ to })))
  assert.equal(one?.recipients.length, 1)
})
