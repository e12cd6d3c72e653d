import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { type ShowingView, TOKEN, viewWith } from '../../../test/views.ts'
import type { ComposedMessage, MessageTarget } from '../../notice/message/mail-messages.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments } from '../../platform/sms-text.ts'
import { planStatusMessages, type StatusEvent } from './status-domain.ts'
import { composeStatusMessage } from './status-messages.ts'
import type { StatusView } from './status-money-messages.ts'

type Change = Partial<Omit<StatusView, keyof ShowingView>> & Partial<ShowingView>
const life = (change: Change = {}): StatusView => ({
  ...viewWith({ amountCents: 2500, mailUpgradeCents: 0, specialRequests: null, ...change }),
  cancelledBy: null,
  isByAdmin: false,
  isOff: false,
  isOverdue: false,
  money: 'kept',
  letter: 'none',
  stillPaidCents: (change.amountCents ?? 2500) - (change.returns ?? []).reduce((sum, one) => sum + one.amountCents, 0),
  returns: [],
  reasonForBuyer: null,
  lateMinutes: null,
  proposal: null,
  offeredTimes: [],
  isUnasked: false,
  refundReason: null,
  refundAnswer: null,
  ...change,
})
const all = (message: ComposedMessage | null) =>
  [message?.subject, message?.text, message?.html, message?.copy?.text, message?.copy?.html].join('\n')
const say = (
  event: StatusEvent,
  role: MessageTarget['role'],
  change: Change = {},
  channel: MessageTarget['channel'] = 'email',
) => composeStatusMessage({ event, role, channel, cc: [] }, life(change))

const movedFrom = Temporal.Instant.from('2026-11-26T18:00:00Z')
const at = Temporal.Instant.from('2026-11-28T20:00:00Z')
const refund = { kind: 'refund', amountCents: 2500, at } as const
const letterRefund = { kind: 'letter_refund', amountCents: 1000, at } as const
const MAILED = { amountCents: 3500, mailUpgradeCents: 1000 }
/** Each way in which a booking can change, as its messages get it. */
const cases: Record<string, [StatusEvent, Change]> = {
  approved: ['approved', {}],
  'approved after a move': ['approved', { movedFrom }],
  'declined, never charged': ['declined', { isOff: true, money: 'released' }],
  'declined by nobody': ['declined', { isOff: true, isOverdue: true, money: 'released' }],
  'declined after a move': ['declined', { isOff: true, money: 'returned', movedFrom }],
  'cancelled by the agent': ['cancelled', { isOff: true, cancelledBy: 'agent', money: 'returned' }],
  'cancelled by the agent, never charged': ['cancelled', { isOff: true, cancelledBy: 'agent', money: 'released' }],
  'cancelled by the buyer': ['cancelled', { isOff: true, cancelledBy: 'buyer' }],
  'cancelled by the buyer, never charged': ['cancelled', { isOff: true, cancelledBy: 'buyer', money: 'released' }],
  'cancelled by the system': ['cancelled', { isOff: true, cancelledBy: 'system', money: 'released' }],
  moved: ['moved', { movedFrom }],
  'to be moved': ['moved', { movedFrom, status: 'pending' }],
  'refund requested': ['refund_requested', { refundReason: 'Locked out' }],
  'refund declined': ['refund_declined', { refundAnswer: 'You were let in' }],
  refunded: ['refunded', { money: 'returned', returns: [refund] }],
  'letter refunded': ['letter_refunded', { letter: 'returned', returns: [letterRefund], ...MAILED }],
}

const address = { address_line1: 'x', address_line2: null, address_city: 'x', address_state: 'CA', address_zip: 'x' }
/** Writes every message that is planned in a case. */
function everyMessage(name: string, change: Partial<ShowingView> = {}) {
  const [event, how] = cases[name] ?? ['moved', {}]
  const view = life({ ...change, ...how })
  const planned = planStatusMessages(event, {
    status: view.status,
    occupancy: 'resident',
    mailUpgrade: false,
    agent: view.agent,
    resident: { name: 'Rosa Alvarez', phone: '2135550101', email: 'rosa@r.example', textConsent: true, address },
    buyer: view.buyer,
    buyerAgentEmail: 'bo@agents.example',
    hadNotice: true,
  })
  return planned.map(({ event, channel, role, cc }) => {
    const target = { event, channel, role, cc } as MessageTarget
    return { key: `${name}: ${event} ${channel} ${role} ${cc}`, target, message: composeStatusMessage(target, view) }
  })
}
const everyCase = (change: Partial<ShowingView> = {}) =>
  Object.keys(cases).flatMap((name) => everyMessage(name, change))

test('every event has its own subject and heading for the buyer and the agent', () => {
  const table: [name: keyof typeof cases, role: MessageTarget['role'], subject: RegExp, heading: RegExp][] = [
    ['approved', 'buyer', /^Showing approved: 2817 Alder/, /^Your showing is approved/],
    ['approved', 'listing_agent', /^Showing approved/, /^The showing is approved and paid for/],
    ['declined, never charged', 'buyer', /^Showing declined/, /^The request was declined/],
    ['declined, never charged', 'listing_agent', /^Showing declined/, /^The request was declined/],
    ['cancelled by the agent', 'buyer', /^Showing canceled/, /^Your showing is canceled/],
    ['cancelled by the buyer', 'buyer', /^Showing canceled/, /^You canceled your showing/],
    ['cancelled by the buyer', 'listing_agent', /^Showing canceled/, /^The showing is canceled/],
    ['moved', 'buyer', /^Showing moved: .*Fri, Nov 27, 1:30 PM PST$/, /^Your showing has a new time/],
    ['moved', 'listing_agent', /^Showing moved/, /^The showing has a new time/],
    ['to be moved', 'buyer', /^New time requested/, /^Your new time is waiting for approval/],
    ['to be moved', 'listing_agent', /^Approval needed for a new time/, /^A new time needs your decision/],
    ['refund requested', 'buyer', /^Refund requested/, /^You asked for a refund/],
    ['refund requested', 'listing_agent', /^Refund requested/, /^The buyer requested a refund/],
    ['refund declined', 'buyer', /^Refund declined/, /^Your refund request was declined/],
    ['refund declined', 'listing_agent', /^Refund declined/, /^The refund was declined/],
    ['refunded', 'buyer', /^Refunded/, /^Your refund is on its way/],
    ['refunded', 'listing_agent', /^Refunded/, /^The refund is on its way/],
    ['letter refunded', 'buyer', /^Certified mail refunded/, /^We refunded your \$10\.00 for certified mail/],
  ]
  for (const [name, role, subject, heading] of table) {
    const [event, how] = cases[name] ?? ['moved', {}]
    const mail = say(event, role, how)
    assert.match(mail?.subject ?? '', subject, `${name} ${role}`)
    assert.match(mail?.text ?? '', heading, `${name} ${role}`)
    assert.match(mail?.text ?? '', /\n-- \nShowingBooker\nYou're receiving this because/, `${name} ${role}`)
  }
})

test("the buyer's messages say line by line what happens to the money, and no one else's mention the card", () => {
  const table: [name: keyof typeof cases, RegExp][] = [
    ['approved', /Receipt.*Total paid: \$25\.00.*Charged to your card on Friday, November 20, 2026 at 10:00 AM PST/],
    [
      'declined, never charged',
      /declined your request.*Authorized on your card: \$25\.00.*Charged: \$0\.00.*wasn't charged/,
    ],
    ['declined by nobody', /did not decide in time.*wasn't charged/],
    ['declined after a move', /Paid on .*: \$25\.00.*Refund to your card: -\$25\.00.*Net paid: \$0\.00.*5–7 business/],
    ['cancelled by the agent', /The listing agent canceled.*We're refunding your \$25\.00 in full\./],
    ['cancelled by the agent, never charged', /Charged: \$0\.00/],
    ['cancelled by the buyer', /You canceled.*Your \$25\.00 fee is non-refundable/],
    ['cancelled by the buyer, never charged', /You canceled.*We're releasing the authorization/],
    ['cancelled by the system', /card could not be charged.*We're releasing the authorization/],
    [
      'moved',
      /moved from Thursday, November 26, 2026 at 10:00 AM PST to Friday, November 27.*payment carries over.*refunded only if/,
    ],
    ['to be moved', /has until Sunday, November 22.*If the agent doesn't approve by .*, we'll refund it in full/],
    [
      'refund requested',
      /will review your request and decide.*Reason: Locked out.*Nothing changes until the agent decides/,
    ],
    ['refund declined', /Reason: You were let in.*\$25\.00 fee won't be refunded/],
    [
      'refunded',
      /Refund receipt.*Refunded on Saturday, November 28, 2026 at 12:00 PM PST: -\$25\.00.*Net paid: \$0\.00/,
    ],
  ]
  for (const [name, words] of table) {
    const [event, how] = cases[name] ?? ['moved', {}]
    assert.match(say(event, 'buyer', how)?.text.replace(/\n/g, ' ') ?? '', words, name)
    assert.doesNotMatch(all(say(event, 'listing_agent', how)), /your card|receipt\.pdf/i, name)
  }
})

test("the agent's email about a decline says correctly what the buyer pays", () => {
  for (const isOverdue of [false, true]) {
    const words = (how: Change) => say('declined', 'listing_agent', { isOff: true, isOverdue, ...how })?.text ?? ''
    assert.match(words({ money: 'released' }), /We told .*, who won't be charged\. The time is open again\./)
    assert.match(
      words({ money: 'returned' }),
      /We told .*, and we're refunding them in full\. The time is open again\./,
    )
    assert.match(words({ amountCents: 0, money: 'released' }), /We told [^,]*\. The time is open again\./)
  }
})

test('messages about a free showing do not mention money, in any language', () => {
  const how: [StatusEvent, Change][] = [
    ['approved', { movedFrom }],
    ['declined', { isOff: true, movedFrom }],
    ['cancelled', { isOff: true, cancelledBy: 'agent' }],
    ['moved', { movedFrom }],
    ['moved', { movedFrom, status: 'pending' }],
  ]
  for (const language of LANGUAGES)
    for (const [event, change] of how)
      for (const role of ['buyer', 'listing_agent'] as const)
        for (const channel of ['email', 'sms'] as const) {
          const free = { amountCents: 0, ...change }
          const { text = '' } = inLanguage(language, () => say(event, role, free, channel)) ?? {}
          assert.doesNotMatch(
            text,
            /\$|paid|refund|charge|pag(ó|ada|ado)|reembols|cobra/i,
            `${event} ${role} ${channel}`,
          )
        }
})

test('when the agent cancels, their email says what happens to the money', () => {
  const words = (how: Change) => say('cancelled', 'listing_agent', { isOff: true, cancelledBy: 'agent', ...how })?.text
  assert.match(
    words({ money: 'returned' }) ?? '',
    /canceled this showing\. We're refunding the buyer in full\. The time/,
  )
  assert.match(words({ money: 'released' }) ?? '', /canceled this showing\. The buyer won't be charged\. The time/)
})

test("an admin's action is never described to the agent as their own, in any language", () => {
  const acts: [StatusEvent, Change][] = [
    ['approved', {}],
    ['approved', { movedFrom }],
    ['cancelled', { isOff: true, cancelledBy: 'agent', money: 'returned' }],
    ['refund_declined', {}],
  ]
  const own = { en: /\byou\b/i, es: /\busted\b/i }
  const admins = { en: /\bAn admin\b/i, es: /\bun administrador\b/i }
  for (const language of ['en', 'es'] as const)
    for (const [event, how] of acts)
      for (const isByAdmin of [true, false]) {
        const mail = inLanguage(language, () => say(event, 'listing_agent', { ...how, isByAdmin }))?.text.split('\n')[3]
        assert.equal(own[language].test(mail ?? ''), !isByAdmin, `${event}: ${mail}`)
        assert.equal(admins[language].test(mail ?? ''), isByAdmin, `${event}: ${mail}`)
      }
})

test('messages say what happens to the price of a certified letter', () => {
  const cancelled = (letter: StatusView['letter']) => {
    const returns = letter === 'returned' ? [letterRefund] : []
    const how: Change = { ...MAILED, isOff: true, cancelledBy: 'buyer', letter, returns }
    return say('cancelled', 'buyer', how)?.text.replace(/\n/g, ' ') ?? ''
  }
  const rows: [StatusView['letter'], RegExp][] = [
    [
      'recalling',
      /Your \$25\.00 fee is non-refundable.*We'll refund your \$10\.00 for certified mail if the letter hasn't been printed yet/,
    ],
    ['returning', /Your \$25\.00 fee.*\$10\.00 refund for certified mail is on its way/],
    ['returned', /Your \$25\.00 fee.*\$10\.00 for certified mail was refunded/],
    ['mailed', /already printed, so its \$10\.00 fee can't be refunded/],
  ]
  for (const [letter, words] of rows) assert.match(cancelled(letter), words, letter)
  const moved = say('moved', 'buyer', { ...MAILED, movedFrom, letter: 'recalling' })?.text.replace(/\n/g, ' ') ?? ''
  assert.match(
    moved,
    /The new time is too soon for certified mail\. We'll refund your \$10\.00 for certified mail if the letter/,
  )
  const text = say('letter_refunded', 'buyer', cases['letter refunded']?.[1])?.text.replace(/\n/g, ' ') ?? ''
  assert.match(text, /Paid on .*: \$35\.00.*Refunded on .*: -\$10\.00.*Net paid: \$25\.00/)
  const rest = {
    ...MAILED,
    isOff: true,
    cancelledBy: 'agent' as const,
    money: 'returned' as const,
    letter: 'none' as const,
  }
  const both = say('cancelled', 'buyer', { ...rest, returns: [letterRefund] })?.text.replace(/\n/g, ' ') ?? ''
  assert.match(both, /Refunded on .*: -\$10\.00.*Refund to your card: -\$25\.00.*Net paid: \$0\.00/)
})

test("only the buyer's messages about a charge or a refund link to the receipt", () => {
  for (const { key, target, message } of everyCase()) {
    if (target.channel !== 'email') continue
    const own = `${message?.text}${message?.html}`
    const isTaken = target.role === 'buyer' && !/never charged|nobody|system/.test(key)
    assert.equal(own.includes('receipt.pdf'), isTaken, key)
  }
})

test('messages about an active showing link to calendars and its page, and others only to other times or the page', () => {
  for (const event of ['approved', 'moved'] as const) {
    const text = say(event, 'buyer')?.text ?? ''
    assert.match(text, /Open your booking page:\nhttps.*Google Calendar: .*Calendar file \(\.ics\)/s)
  }
  assert.match(say('declined', 'buyer')?.text ?? '', /See other times:\nhttps.*book\/sample-occupied/)
  // The copy ends with the same words, so it also links to other times.
  assert.match(
    say('declined', 'buyer')?.copy?.text ?? '',
    /what's open below.*See other times:\nhttps.*book\/sample-occupied/s,
  )
  assert.doesNotMatch(all(say('declined', 'buyer')), /Google Calendar/)
  for (const event of ['refund_requested', 'refund_unanswered'] as const)
    assert.match(say(event, 'listing_agent')?.text ?? '', /Decide on the refund:\nhttps.*calendar\/showings/)
  const reminder = say('refund_unanswered', 'listing_agent', { refundReason: 'Locked out' })
  assert.match(reminder?.subject ?? '', /^Refund not decided yet: 2817 Alder/)
  assert.match(
    reminder?.text.replace(/\n/g, ' ') ?? '',
    /^The buyer is waiting for your decision.*no one has decided yet.*Reason: Locked out/,
  )
})

test("if the property is unlisted, no message about the end of a showing links to the property's page", () => {
  const ends = Object.entries(cases).filter(([name]) =>
    /^(declined|cancelled by (the agent|the system|nobody))/.test(name),
  )
  assert.ok(ends.length >= 4)
  for (const [name, [event, how]] of ends)
    for (const channel of ['email', 'sms'] as const)
      for (const isListed of [true, false]) {
        const message = say(event, 'buyer', { ...how, isListed }, channel)
        for (const words of [message?.text, message?.html, message?.copy?.text, message?.copy?.html]) {
          if (!words) continue
          assert.equal(words.includes('/book/sample-occupied'), isListed, `${name}: ${words}`)
          if (!isListed) assert.doesNotMatch(words, /other times|open below/i, name)
        }
      }
})

test("only the buyer's own messages have the buyer's token, and no copy has it", () => {
  let told = 0
  for (const { key, target, message } of everyCase()) {
    if (!message) continue
    const own = [message.subject, message.text, message.html].join('\n')
    if (target.role !== 'buyer') assert.ok(!own.includes(TOKEN), key)
    assert.ok(!`${message.copy?.text}${message.copy?.html}`.includes(TOKEN), `${key}: copy`)
    if (target.cc.includes('bo@agents.example')) {
      assert.match(message.copy?.text ?? '', /This is your copy of the message sent to Maria Gonzalez/, key)
      told++
    }
  }
  assert.ok(told >= 15)
})

test('the resident learns that the showing is canceled, and nothing about the buyer, the money, or who did it', () => {
  const residents = everyCase({ specialRequests: 'garage' }).filter(({ target }) => target.role === 'resident')
  let read = 0
  for (const { key, message } of residents) {
    if (!message) continue
    assert.doesNotMatch(all(message), /Maria|Gonzalez|garage|0177|buyer\.example/i, key)
    assert.doesNotMatch(message.text, /\$|refund|card|agent canceled/i, key)
    assert.match(message.text, /cancelled|No one will come/i, key)
    read++
  }
  assert.ok(read >= 10)
  const when = (change: Change) => say('cancelled', 'resident', change)?.text ?? ''
  assert.match(when({ isOff: true, movedFrom }), /November 27, 2026 at 1:30 PM PST is canceled/)
  assert.match(when({ isOff: false, movedFrom }), /November 26, 2026 at 10:00 AM PST is canceled/)
})

test('the notice after an approval or a move is the same as after a booking', () => {
  const notices = ['approved', 'moved'].flatMap((name) => everyMessage(name)).filter(({ message }) => message === null)
  assert.deepEqual(
    notices.map(({ target }) => `${target.event} ${target.channel} ${target.role}`),
    ['approved sms resident', 'approved email listing_agent', 'moved sms resident', 'moved email listing_agent'],
  )
})

test('every message about money says that it is in test mode', () => {
  for (const name of Object.keys(cases)) {
    const [event, how] = cases[name] ?? ['moved', {}]
    assert.match(
      say(event, 'buyer', { ...how, isTestMode: true })?.text ?? '',
      /Test mode\. No card is charged\./,
      name,
    )
    assert.doesNotMatch(say(event, 'buyer', how)?.text ?? '', /Test mode/, name)
  }
})

test('a text has the brand, what happened, where, when, and how to opt out', () => {
  for (const { key, target, message } of everyCase()) {
    if (target.channel !== 'sms' || !message) continue
    assert.match(message.text, /^ShowingBooker: .*2817 Alder Street.* Reply STOP to opt out$/, key)
    assert.match(message.text, /Nov 2[67], \d+:\d\d [AP]M PST/, key)
    assert.doesNotMatch(message.text, /\bCANCEL\b/, key)
  }
})

test('a name that ends with a period gets no second one at the end of a sentence', () => {
  const buyer = { ...viewWith().buyer, name: 'Bartholomew Constantine Featherstonehaugh-Wigglesworth' }
  const said = say('cancelled', 'listing_agent', { buyer, isOff: true, cancelledBy: 'buyer' }, 'sms')?.text ?? ''
  assert.match(said, /, Bartholomew F\. The time is open again\./)
})

test('a text never takes more than two segments, no matter how long the names and addresses are', () => {
  const unit = fc.constantFrom('a', 'é', 'Ż', '王', '€', '{', ' ', '’', '😀', '\n')
  const words = fc.string({ unit, minLength: 1, maxLength: 200 })
  const which = fc.constantFrom(...Object.keys(cases))
  fc.assert(
    fc.property(words, words, words, which, fc.constantFrom(...LANGUAGES), (name, street, city, which, language) => {
      const { property, buyer } = viewWith()
      const where = { ...property, addressLine1: street, city, unitNumber: street.slice(0, 30) }
      const who = { ...buyer, name, phone: `${name} 213 555 0177`.slice(0, 60) }
      const messages = inLanguage(language, () => everyMessage(which, { property: where, buyer: who }))
      for (const { target, message } of messages) {
        if (target.channel !== 'sms' || !message) continue
        const { encoding, units, segments } = countSegments(message.text)
        assert.equal(encoding, 'gsm7')
        assert.ok(units <= 306 && segments <= 2, message.text)
        assert.match(message.text, /^ShowingBooker: .* (Reply STOP to opt out|Responda STOP para darse de baja)$/)
      }
    }),
    { numRuns: 200 },
  )
})

test("the email has the agent's full reason as plain text, and the text has as much of it as fits", () => {
  const reason = `<b>The roof leaks</b> & the owner needs the day. ${'Very sorry about it. '.repeat(20)}`.trim()
  const change: Change = { isOff: true, cancelledBy: 'agent', money: 'returned', reasonForBuyer: reason }
  const mail = say('cancelled', 'buyer', change)
  assert.match(mail?.text ?? '', /Reason: <b>The roof leaks<\/b> & the owner needs the day/)
  assert.match(mail?.html ?? '', /&lt;b&gt;The roof leaks&lt;\/b&gt; &amp; the owner/)
  const text = say('cancelled', 'buyer', change, 'sms')?.text ?? ''
  assert.match(text, /Reason: <b>The roof leaks<\/b> & the owner needs the day\. Very\.\.\. We're refunding your \$25/)
  assert.ok(countSegments(text).segments <= 2, text)
  for (const role of ['listing_agent', 'resident'] as const)
    assert.doesNotMatch(all(say('cancelled', role, change)), /roof/, role)
})

test('the text and the email that the agent is running late do not mention money', () => {
  const change: Change = { lateMinutes: 20 }
  assert.match(say('running_late', 'buyer', change, 'sms')?.text ?? '', /running about 20 minutes late\. .*\/booking\//)
  const mail = say('running_late', 'buyer', change)
  assert.match(mail?.text ?? '', /expects to arrive about 20 minutes late/)
  assert.doesNotMatch(all(mail), /\$/)
  assert.doesNotMatch([mail?.copy?.text, mail?.copy?.html].join(), /\/showingbooker\/booking\//)
})
