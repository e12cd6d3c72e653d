import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../../test/dice.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments } from '../../platform/sms-text.ts'
import type { BookingView, MessageTarget } from './mail-messages.ts'
import { composeReminder } from './reminder-messages.ts'

const MANAGE = `https://showings.example.com/showingbooker/booking/${'x'.repeat(32)}`
const SHOWING = 'https://showings.example.com/calendar/showings/0199a0c0-0000-7000-8000-000000000001'
const view = {
  confirmationNumber: 'SB-7K2M9QXD',
  status: 'confirmed',
  startsAt: Temporal.Instant.from('2026-11-27T21:30:00Z'),
  endsAt: Temporal.Instant.from('2026-11-27T22:00:00Z'),
  timeZone: 'America/Los_Angeles',
  property: {
    addressLine1: '2817 Alder Street',
    unitNumber: '3',
    city: 'Los Angeles',
    state: 'CA',
    fullAddress: '2817 Alder Street, Unit 3, Los Angeles, CA 90026',
  },
  occupancy: 'resident',
  buyer: { name: 'Maria Gonzalez', email: 'maria@buyer.example', phone: '2135550177' },
  buyersAgent: { name: 'Bea', phone: null, email: 'bea@agent.example' },
  requesterType: 'buyer',
  specialRequests: 'Is there a garage?',
  agent: { name: 'Dana Whitfield', phone: '2135550142', email: 'dana@agent.example' },
  resident: { name: 'Rosa Alvarez' },
  amountCents: 2500,
  mailUpgradeCents: 0,
  decisionDueAt: null,
  manageUrl: MANAGE,
  noticeUrl: null,
  notice: null,
  bookingPageUrl: 'https://showings.example.com/showingbooker/book/alder',
  isListed: true,
  dashboardUrl: 'https://showings.example.com/overview',
  overlaps: [],
  shownBy: null,
  calendar: { google: 'g', outlook: 'o', ics: 'i' },
} as unknown as BookingView

const target = (event: MessageTarget['event'], channel: MessageTarget['channel'], role: MessageTarget['role']) => ({
  event,
  channel,
  role,
  cc: [],
})
const said = (...of: Parameters<typeof target>) => composeReminder(target(...of), view).text

test('the exact words of reminder texts', () => {
  assert.equal(
    said('reminder_day', 'sms', 'buyer'),
    `ShowingBooker: Reminder: showing Fri, Nov 27, 1:30 PM PST, 2817 Alder Street, Unit 3, Los Angeles. Directions: ${MANAGE} Reply STOP to opt out`,
  )
  assert.equal(
    said('reminder_hour', 'sms', 'buyer'),
    `ShowingBooker: Showing at 1:30 PM PST, 2817 Alder Street, Unit 3, Los Angeles. Directions: ${MANAGE} Reply STOP to opt out`,
  )
  assert.equal(
    said('reminder_hour', 'sms', 'listing_agent'),
    'ShowingBooker: Showing at 1:30 PM PST, 2817 Alder Street, Unit 3, Los Angeles, with Maria Gonzalez 2135550177. https://showings.example.com/overview Reply STOP to opt out',
  )
  assert.equal(
    said('reminder_day', 'sms', 'resident'),
    'ShowingBooker: Reminder: your home, 2817 Alder Street, Unit 3, Los Angeles, will be shown on Fri, Nov 27, 1:30 PM PST. Reply STOP to opt out',
  )
})

test('the buyer reads where to learn how to get in: on the page, or from the agent if there are no instructions', () => {
  const mail = (hasInstructions: boolean) =>
    composeReminder(target('reminder_hour', 'email', 'buyer'), { ...view, hasInstructions })
  assert.match(mail(true).text, /Entry instructions unlock on your booking page 1 hour before/)
  assert.match(mail(false).text, /There are no entry instructions for this property\. (Call|Email|Ask) /)
  const text = composeReminder(target('reminder_hour', 'sms', 'buyer'), { ...view, hasInstructions: true }).text
  assert.match(text, /Directions and entry instructions: http/)
})

test('sends the buyer of an unreachable agent to support, but not the visitor of a demo', () => {
  // contact_of.sql returns this for a suspended account.
  const agent = { name: null, phone: null, email: null }
  const mail = (change: object) =>
    composeReminder(target('reminder_hour', 'email', 'buyer'), {
      ...view,
      agent,
      hasInstructions: false,
      ...change,
    }).text.replace(/\s+/g, ' ')
  assert.match(mail({}), /We can't reach the agent, so please call ShowingBooker support at \(310\) 555-0142\./)
  assert.doesNotMatch(mail({}), /Ask the listing agent/)
  assert.doesNotMatch(mail({ isProductDemo: true }), /support/)
  assert.doesNotMatch(mail({ hasInstructions: true }), /support/)
})

test("people learn only what they may: the buyer's link, phone, and special requests go to no one else", () => {
  for (const event of ['reminder_day', 'reminder_hour'] as const) {
    const mine = composeReminder({ ...target(event, 'email', 'buyer'), cc: ['bea@agent.example'] }, view)
    assert.ok(mine.text.includes(MANAGE) && mine.html?.includes(MANAGE))
    assert.ok(mine.copy && !mine.copy.text.includes(MANAGE) && !mine.copy.html.includes(MANAGE))
    assert.match(mine.copy.text, /copy of the reminder sent to Maria Gonzalez/)
    const agents = composeReminder(target(event, 'email', 'listing_agent'), view)
    assert.ok(!agents.text.includes(MANAGE))
    assert.match(agents.text, /Buyer: Maria Gonzalez.*2135550177/s)
  }
  const residents = composeReminder(target('reminder_day', 'email', 'resident'), view)
  assert.match(residents.text, /courtesy reminder: Maria G\. is coming to see your home\. /)
  const nameless = { ...view, buyer: { ...view.buyer, name: '555-0100' } }
  const toResident = composeReminder(target('reminder_day', 'email', 'resident'), nameless).text
  assert.match(toResident, /courtesy reminder: a visitor is coming/)
  for (const secret of ['Gonzalez', '2135550177', 'maria@', 'garage', 'SB-7K2M9QXD', MANAGE])
    assert.ok(!`${residents.subject}${residents.text}${residents.html}`.includes(secret), secret)
})

test("the agent's reminders name who gives the showing in the agent's place, and no one else's do", () => {
  const other = { ...view, shownBy: 'Ana Ruiz' }
  for (const event of ['reminder_day', 'reminder_hour'] as const)
    for (const channel of ['sms', 'email'] as const)
      for (const role of ['listing_agent', 'buyer', 'resident'] as const) {
        const { text, copy } = composeReminder({ ...target(event, channel, role), cc: ['bea@agent.example'] }, other)
        assert.equal(text.includes('Shown by Ana Ruiz.'), role === 'listing_agent', `${event} ${channel} ${role}`)
        assert.doesNotMatch(`${role === 'listing_agent' ? '' : text} ${copy?.text}`, /Ana/)
      }
  assert.equal(
    composeReminder(target('reminder_hour', 'sms', 'listing_agent'), other).text,
    'ShowingBooker: Showing at 1:30 PM PST, 2817 Alder Street, Unit 3, Los Angeles, with Maria Gonzalez 2135550177. Shown by Ana Ruiz. https://showings.example.com/overview Reply STOP to opt out',
  )
  const unwritable = composeReminder(target('reminder_hour', 'sms', 'listing_agent'), { ...view, shownBy: '安娜' })
  assert.match(unwritable.text, /Shown by someone else\./)
})

test('an email says the time with its zone, and why the reader gets it', () => {
  for (const role of ['buyer', 'listing_agent', 'resident'] as const) {
    const { subject, text, html } = composeReminder(target('reminder_day', 'email', role), view)
    assert.equal(subject, 'Reminder: 2817 Alder Street, Unit 3, Fri, Nov 27, 1:30 PM PST')
    for (const words of [text, html]) assert.match(words ?? '', /Friday, November 27, 2026 at 1:30 PM PST/)
    assert.match(text, /You're receiving this because/)
  }
  const { subject } = composeReminder(target('reminder_hour', 'email', 'buyer'), view)
  assert.match(subject ?? '', /^Starts at 1:30 PM PST: /)
})

test('a text takes one or two segments of plain GSM, with the brand and STOP, no matter what the names are', () => {
  const words = fc.string({ unit: character, maxLength: 200 })
  fc.assert(
    fc.property(
      fc.constantFrom('reminder_day', 'reminder_hour'),
      fc.constantFrom('buyer', 'listing_agent', 'resident'),
      fc.record({ name: words, street: words, phone: fc.string({ maxLength: 60 }), shownBy: fc.option(words) }),
      fc.constantFrom(...LANGUAGES),
      (event, role, { name, street, phone, shownBy }, language) => {
        const other = {
          ...view,
          buyer: { ...view.buyer, name, phone },
          property: { ...view.property, addressLine1: street },
          shownBy,
          dashboardUrl: SHOWING,
        }
        const to = target(event as MessageTarget['event'], 'sms', role as MessageTarget['role'])
        const { text } = inLanguage(language, () => composeReminder(to, other))
        const { encoding, segments } = countSegments(text)
        assert.equal(encoding, 'gsm7')
        assert.ok(segments <= 2, text)
        assert.match(text, /^ShowingBooker: .* (Reply STOP to opt out|Responda STOP para darse de baja)$/)
        if (role === 'buyer') assert.ok(text.includes(MANAGE))
      },
    ),
  )
})
