import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { type ShowingView, TOKEN, viewWith } from '../../../test/views.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments } from '../../platform/sms-text.ts'
import { certifiedLetter } from '../entry-notice/messages.ts'
import { type NotificationFacts, planNotifications } from './domain.ts'
import type { ComposedMessage, MessageTarget } from './mail-messages.ts'
import { composeFirstMessage } from './messages.ts'
import { textReply } from './text-messages.ts'

const confirmed = viewWith()
const { buyer } = confirmed

const returnAddress = {
  name: 'Showings Inc.',
  address_line1: '1 Example Street',
  address_line2: 'Floor 2',
  address_city: 'San Francisco',
  address_state: 'CA',
  address_zip: '94105',
}

const compose = (
  target: Partial<MessageTarget> & Pick<MessageTarget, 'channel' | 'role'>,
  change: Partial<ShowingView> = {},
) => composeFirstMessage({ event: 'booked', cc: [], ...target }, viewWith(change))
const coordination: MessageTarget = {
  event: 'booked',
  channel: 'email',
  role: 'listing_agent',
  cc: ['rosa@resident.example'],
}
const all = (message: ComposedMessage) =>
  [message.subject, message.text, message.html, message.copy?.text, message.copy?.html].join('\n')

/** Composes every message that the rules plan for a view. */
function everyMessage(
  view: ShowingView,
): { key: string; target: MessageTarget; message: ComposedMessage; notifiesResident: boolean }[] {
  const address = { address_line1: 'x', address_line2: null, address_city: 'x', address_state: 'CA', address_zip: 'x' }
  return (['both', 'apart'] as const).flatMap((mailboxes) =>
    (['booked', 'slot_lost'] as const).flatMap((event) => {
      const facts: NotificationFacts = {
        event,
        status: view.status,
        occupancy: view.occupancy,
        mailUpgrade: view.mailUpgradeCents > 0,
        agent: { ...view.agent, email: mailboxes === 'both' ? view.agent.email : null },
        resident: {
          name: view.resident.name,
          phone: '(213) 555-0101',
          email: 'rosa@resident.example',
          textConsent: true,
          address,
        },
        buyer: view.buyer,
        buyerAgentEmail: view.buyersAgent.email,
      }
      return planNotifications(facts).map(({ channel, role, cc }) => {
        const target: MessageTarget = { event, channel, role, cc }
        const letter = channel === 'certified_mail' ? { ...view, notice: certifiedLetter(view, returnAddress) } : view
        return {
          key: `${event} ${channel} ${role}${cc.length ? ' cc' : ''} ${view.status} ${view.occupancy}`,
          target,
          message: composeFirstMessage(target, letter),
          notifiesResident: role === 'resident' || cc.includes('rosa@resident.example'),
        }
      })
    }),
  )
}

const everyView = (change: Partial<ShowingView> = {}) =>
  (['pending', 'confirmed'] as const).flatMap((status) =>
    (['owner', 'resident', 'vacant'] as const).map((occupancy) => viewWith({ ...change, status, occupancy })),
  )

test("only the buyer's own text and email have the buyer's link", () => {
  let told = 0
  for (const { key, target, message } of everyView().flatMap(everyMessage)) {
    const isBuyers = target.role === 'buyer' && target.event === 'booked'
    const own = [message.subject, message.text, message.html].join('\n')
    assert.equal(own.includes(TOKEN), isBuyers, key)
    assert.ok(!`${message.copy?.text}${message.copy?.html}`.includes(TOKEN), `${key}: copy`)
    if (isBuyers) told++
  }
  assert.ok(told >= 24)
})

test("residents read the buyer's first name and initial, and nothing more about the buyer", () => {
  const buyersAgent = { name: 'Sam Lee', phone: '(310) 555-0133', email: 'sam@broker.example' }
  let read = 0
  for (const { key, message, notifiesResident } of everyView({ buyersAgent, requesterType: 'buyers_agent' }).flatMap(
    everyMessage,
  )) {
    if (!notifiesResident) continue
    const words = all(message)
    assert.doesNotMatch(words, /Gonzalez|555-?0177|buyer\.example|garage|Sam Lee|555-?0133|broker\.example/, key)
    assert.match(words, /Maria G\./, key)
    read++
  }
  assert.ok(read >= 8)
})

test('no message asks for CANCEL, calls a text or an email served, or says how to get in', () => {
  for (const { key, message } of everyView().flatMap(everyMessage)) {
    assert.doesNotMatch(all(message), /\bCANCEL\b|\bserved\b|lockbox/, key)
  }
})

test('a text has the brand, what, where, when, and how to opt out, in plain GSM and at most two segments', () => {
  for (const { key, target, message } of everyView().flatMap(everyMessage)) {
    if (target.channel !== 'sms') continue
    assert.equal(message.html, null)
    assert.equal(message.subject, null)
    assert.match(
      message.text,
      /^ShowingBooker: .*2817 Alder Street, Unit 3.*Fri, Nov 27, 1:30 PM PST.* Reply STOP to opt out$/,
      key,
    )
    const { encoding, segments } = countSegments(message.text)
    assert.ok(encoding === 'gsm7' && segments <= 2, `${key}: ${encoding} ${segments} ${message.text}`)
  }
})

test('the exact words of texts about a new booking', () => {
  const say = (role: MessageTarget['role'], change: Partial<ShowingView> = {}) =>
    compose({ channel: 'sms', role }, change).text
  assert.equal(
    say('buyer'),
    `ShowingBooker: Confirmed. 2817 Alder Street, Unit 3, Los Angeles, Fri, Nov 27, 1:30 PM PST. #SB-7K2M9QXD. Booking: https://showingbooker.example/showingbooker/booking/${TOKEN} Reply STOP to opt out`,
  )
  assert.equal(
    say('resident'),
    'ShowingBooker: Your home, 2817 Alder Street, Unit 3, Los Angeles, will be shown to Maria G. on Fri, Nov 27, 1:30 PM PST (about 30 min). Notice: https://showingbooker.example/api/showingbooker/public/notice/Nt5kP8wZ2mXc7vB4qR9jL6hT3yD1sGfA Reply STOP to opt out',
  )
  assert.equal(
    say('listing_agent'),
    'ShowingBooker: New showing. 2817 Alder Street, Unit 3, Los Angeles, Fri, Nov 27, 1:30 PM PST, Maria Gonzalez (213) 555-0177. #SB-7K2M9QXD. Post the notice by Thu, Nov 26, 1:30 PM PST. https://showingbooker.example/calendar/showings/0198c0de-0000-7000-8000-000000000001 Reply STOP to opt out',
  )
  assert.match(
    say('listing_agent', { status: 'pending' }),
    /Approval needed\. .* Decide by Sun, Nov 22, 10:00 AM PST: https:/,
  )
  assert.match(
    say('buyer', { status: 'pending' }),
    /Request received\. .* We charge your card only if the agent approves by /,
  )
  assert.match(
    say('listing_agent', { buyer: { ...buyer, name: 'Bartholomew Constantine Featherstonehaugh-Cholmondeley' } }),
    /, Bartholomew F\. \(213\) 555-0177\./,
  )
  const lost = compose({ event: 'slot_lost', channel: 'sms', role: 'buyer' }).text
  assert.match(
    lost,
    / was not booked\. Your payment arrived too late\. We're refunding your \$35\.00 in full\. Other times: https:.*book\/sample-occupied/,
  )
})

test('a text never takes more than two segments, no matter how long the names and addresses are', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', 'é', 'Ż', '王', '€', '{', ' ', '’', '😀', '\n'),
    minLength: 1,
    maxLength: 200,
  })
  const status = fc.constantFrom('pending' as const, 'confirmed' as const)
  fc.assert(
    fc.property(words, words, words, status, fc.constantFrom(...LANGUAGES), (name, street, city, status, language) => {
      const property = { ...confirmed.property, addressLine1: street, city, unitNumber: street.slice(0, 30) }
      const overlaps = [{ fullAddress: street, startsAt: confirmed.startsAt, timeZone: confirmed.timeZone }]
      const phone = `${name} 213 555 0177`.slice(0, 60)
      const view = viewWith({ status, property, overlaps, buyer: { ...buyer, name, phone } })
      for (const { target, message } of inLanguage(language, () => everyMessage(view))) {
        if (target.channel !== 'sms') continue
        const { encoding, segments } = countSegments(message.text)
        assert.equal(encoding, 'gsm7')
        assert.ok(segments <= 2, `${countSegments(message.text).units} ${message.text}`)
        assert.match(message.text, /^ShowingBooker: .* (Reply STOP to opt out|Responda STOP para darse de baja)$/)
      }
    }),
    { numRuns: 60 },
  )
})

test("the buyer's email has the time with its zone, place, agent, receipt, refund rule, page, and calendars", () => {
  const { subject, text, html } = compose({ channel: 'email', role: 'buyer' })
  assert.equal(subject, 'Showing confirmed: 2817 Alder Street, Unit 3, Fri, Nov 27, 1:30 PM PST')
  for (const words of [
    'Friday, November 27, 2026 at 1:30 PM PST',
    '2817 Alder Street, Unit 3, Los Angeles, CA 90026',
    'SB-7K2M9QXD',
    'Dana Whitfield',
    '$25.00',
    '$10.00',
    '$35.00',
    'refunded only if access to the home is denied or impossible at the scheduled time',
    'within 24 hours after the showing',
    '5–7 business days',
    'Google Calendar',
    'Outlook',
    'Calendar file (.ics)',
    're receiving this because',
    'ShowingBooker',
  ]) {
    assert.ok(text.includes(words), words)
    assert.ok(html?.includes(words), words)
  }
  assert.doesNotMatch(text, /Rosa|Alvarez/)
  assert.match(text, new RegExp(`Open your booking page:\n${confirmed.manageUrl}`))
})

test('without the upgrade, the receipt has one line and the total', () => {
  const { text } = compose({ channel: 'email', role: 'buyer' }, { amountCents: 2500, mailUpgradeCents: 0 })
  assert.match(text, /Private showing, 30 minutes: \$25\.00\nTotal paid: \$25\.00/)
  assert.doesNotMatch(text, /Certified mail/)
})

test('an email about a request that waits for approval does not say paid or confirmed', () => {
  const { subject, text } = compose({ channel: 'email', role: 'buyer' }, { status: 'pending' })
  assert.match(subject ?? '', /^Showing requested/)
  assert.match(text, /has until Sunday, November 22, 2026 at 10:00 AM PST/)
  assert.match(text, /Authorized, not yet charged/)
  assert.doesNotMatch(text, /Total paid|is confirmed/)
})

test("the agents' copy of the buyer's email has the buyer's details and special requests, and says that it is a copy", () => {
  const { copy } = compose({ channel: 'email', role: 'buyer', cc: ['dana@agent.example'] })
  for (const words of ['This is your copy', 'Maria Gonzalez', buyer.email, buyer.phone, 'garage', 'Google Calendar']) {
    assert.ok(copy?.text.includes(words), words)
  }
  assert.doesNotMatch(copy?.text ?? '', /\.ics/)
})

test("the agent's email has all of the buyer's details, the special requests, and what the tenant's notice still needs", () => {
  const { subject, text, html } = compose({ channel: 'email', role: 'listing_agent' })
  assert.equal(subject, 'New showing: 2817 Alder Street, Unit 3, Fri, Nov 27, 1:30 PM PST')
  for (const words of [
    'Maria Gonzalez',
    buyer.email,
    buyer.phone,
    'garage',
    '24 hours ahead (by Thu, Nov 26, 1:30 PM PST)',
  ]) {
    assert.ok(text.includes(words), words)
  }
  assert.match(text, /mailed 6 days ahead \(by Sat, Nov 21, 1:30 PM PST\)/)
  assert.match(html ?? '', /href="tel:\+12135550177"/)
  assert.match(html ?? '', /href="mailto:maria\.g@buyer\.example"/)

  const late = compose(
    { channel: 'email', role: 'listing_agent' },
    { preparedAt: Temporal.Instant.from('2026-11-25T18:00:00Z') },
  )
  assert.doesNotMatch(late.text, /mailed/)
  const vacant = compose({ channel: 'email', role: 'listing_agent' }, { occupancy: 'vacant' })
  assert.doesNotMatch(vacant.text, /tenant|1954|notice/i)
  const pending = compose({ channel: 'email', role: 'listing_agent' }, { status: 'pending' })
  assert.match(pending.subject ?? '', /^Approval needed/)
  assert.match(pending.text, /The notice to enter goes out once you approve/)
})

test('a tenant in California reads the date, time, purpose, who enters, and section 1954', () => {
  for (const target of [{ ...coordination, role: 'resident' as const, cc: [] }, coordination]) {
    const { subject, text, html } = compose(target)
    assert.equal(subject, 'Notice to enter: 2817 Alder Street, Unit 3, Fri, Nov 27, 1:30 PM PST')
    for (const words of [
      'Friday, November 27, 2026',
      '1:30 PM – 2:00 PM PST',
      'To show the home to a prospective renter',
      'Maria G.',
      'section 1954',
      'at least 48 hours ahead. The legal minimum for a notice delivered at the home is 24 hours',
      'notice/Nt5kP8wZ2mXc7vB4qR9jL6hT3yD1sGfA',
      'Prepared on Friday, November 20, 2026 at 10:00 AM PST and sent by email.',
      'not legal advice',
    ]) {
      assert.ok(text.includes(words), words)
      assert.ok(html?.includes(words), words)
    }
  }
})

test("agent and resident each get an email that greets them by name, and only the agent's says what the agent must do", () => {
  for (const event of ['booked', 'approved', 'moved'] as const) {
    const movedFrom = event === 'moved' ? Temporal.Instant.from('2026-11-26T18:00:00Z') : null
    const { subject, text, html, copy } = compose({ ...coordination, event }, { movedFrom })
    assert.match(
      text,
      /^.*\n\nHello Dana Whitfield,\n(The showing has a new time\..* )?We sent Rosa Alvarez this notice in a separate email\./,
    )
    assert.match(text, /For the listing agent\n\nA tenant lives here\. Please print the notice/)
    assert.match(html ?? '', /For the listing agent/)
    const alone = compose({ ...coordination, event, role: 'resident', cc: [] }, { movedFrom })
    assert.deepEqual(copy, { subject: alone.subject, text: alone.text, html: alone.html })
    assert.equal(copy?.subject, subject)
    assert.match(copy?.text ?? '', /Hello Rosa Alvarez,/)
    for (const words of [copy?.text, copy?.html])
      assert.doesNotMatch(words ?? '', /For the listing agent|print the notice|Hello Dana|Google Calendar/)
    assert.match(
      copy?.text ?? '',
      /You're receiving this because the listing agent told us that you live at this address/,
    )
    assert.match(text, /You're receiving this because you are the listing agent/)
  }
})

test('messages cite section 1954 only to tenants in California', () => {
  const texas = { ...confirmed.property, state: 'TX' }
  for (const target of [{ ...coordination, role: 'resident' as const, cc: [] }, coordination]) {
    assert.doesNotMatch(compose(target, { property: texas }).text, /1954|California/)
    assert.match(compose(target, { property: texas }).text, /your state's law/)
    assert.doesNotMatch(compose(target, { occupancy: 'owner' }).text, /1954|California|law/)
    const subject = target === coordination ? /^Showing of the owner's home/ : /^Showing of your home/
    assert.match(compose(target, { occupancy: 'owner' }).subject ?? '', subject)
  }
})

test('messages about a lost time say that nothing is booked and the money comes back, and link to other times', () => {
  const { subject, text, copy } = compose({ event: 'slot_lost', channel: 'email', role: 'buyer' })
  assert.match(subject ?? '', /^Not booked/)
  assert.match(text, /Your payment arrived after your hold on this time had ended, so we did not book it\./)
  // The buyer may have booked another time since (decision 85).
  assert.doesNotMatch(text, /No showing|someone else/)
  assert.match(text, /We're refunding your \$35\.00 in full/)
  assert.ok(text.includes(confirmed.bookingPageUrl))
  assert.equal(copy, null)
  for (const channel of ['email', 'sms'] as const) {
    const unlisted = compose({ event: 'slot_lost', channel, role: 'buyer' }, { isListed: false })
    assert.doesNotMatch(`${unlisted.text}${unlisted.html}`, /\/book\/|other times/i)
  }
})

test('the letter is the full notice with its sender, address, and way of delivery', () => {
  const notice = certifiedLetter(viewWith(), returnAddress)
  const letter = composeFirstMessage(
    { event: 'booked', channel: 'certified_mail', role: 'resident', cc: [] },
    { ...viewWith(), notice },
  )
  assert.equal(letter.html, null)
  assert.match(
    letter.text,
    /^Showings Inc\.\n1 Example Street, Floor 2\nSan Francisco, CA 94105\n\nRosa Alvarez and all others living in the home\n2817 Alder Street, Unit 3\nLos Angeles, CA 90026\n\nNOTICE TO ENTER THE HOME/,
  )
  assert.match(letter.text, /section 1954/)
  assert.match(letter.text, /By certified mail, ordered on Friday, November 20, 2026 at 10:00 AM PST/)
  for (const { footer } of [notice, ...notice.translations]) assert.ok(letter.text.includes(`\n\n${footer}\n`), footer)
})

test('what people type never becomes markup or a header', () => {
  const nasty = `<script>alert('x')</script> "Bcc"\r\nBcc: all@example.com`
  const change: Partial<ShowingView> = {
    buyer: { name: nasty, email: `"<b>"@x.example`, phone: '<i>213 555 0177</i>' },
    buyersAgent: { name: nasty, phone: nasty, email: '<u>@x.example' },
    requesterType: 'buyers_agent',
    specialRequests: `<img src=x onerror=alert(1)>\n${nasty}`,
    agent: { name: nasty, phone: nasty, email: nasty, brokerage: nasty, license: nasty },
    resident: { name: nasty },
    property: {
      addressLine1: nasty,
      unitNumber: nasty,
      city: nasty,
      state: 'CA',
      zipCode: '90026',
      fullAddress: nasty,
    },
  }
  for (const { key, message } of everyView(change).flatMap(everyMessage)) {
    assert.doesNotMatch(message.subject ?? '', /[\r\n]/, key)
    for (const html of [message.html, message.copy?.html]) {
      assert.doesNotMatch(html ?? '', /<(script|img|b|i|u)\b/i, key)
    }
  }
})

test('the same row gives the same message', () => {
  for (const view of everyView()) assert.deepEqual(everyMessage(view), everyMessage(view))
})

test('the answer to a keyword is in every language and takes at most two segments', () => {
  for (const keyword of ['stop', 'start', 'help'] as const) {
    const text = textReply(keyword, 'https://showings.example.com/support')
    const { encoding, segments } = countSegments(text)
    assert.deepEqual([encoding, text.split('\n').length], ['gsm7', LANGUAGES.length], text)
    assert.ok(segments <= 2, text)
  }
})

test('a resident who reads Spanish gets a Spanish heading over both texts, and the title of the letter is in English, as on its PDF', () => {
  const told = inLanguage('es', () => everyView().flatMap(everyMessage)).filter(
    ({ target }) => target.role === 'resident',
  )
  const mails = told.filter(({ target }) => target.channel === 'email')
  assert.ok(mails.length > 0)
  for (const { key, message } of mails) assert.match(message.text, /^[^\n]*(Aviso|visita|Visita)[^\n]*\n/, key)
  for (const { key, message } of told.filter(({ target }) => target.channel === 'certified_mail'))
    assert.match(message.subject ?? '', /^Notice to Enter the Home: .*, Fri, Nov 27, /, key)
})
