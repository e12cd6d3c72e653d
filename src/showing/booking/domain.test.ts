import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../../test/dice.ts'
import type { BookingForm } from './contract.ts'
import { confirmationNumber, decisionDue, detailsOf, showsInstructions, validateForm } from './domain.ts'

const good: BookingForm = {
  propertyId: 'sample-property',
  showingDate: '2026-11-27',
  showingTime: '13:30',
  requesterType: 'buyer',
  buyerName: 'Maria Gomez',
  buyerEmail: 'maria@example.com',
  buyerPhone: '(213) 555-0142',
  mailUpgrade: false,
  agreeToTerms: true,
}
const messages = (change: Partial<BookingForm>) =>
  validateForm({ ...good, ...change }).map(({ path, message }) => [path, message])

test('a complete form has no errors', () => {
  assert.deepEqual(messages({}), [])
})

test('an empty form gets every message of booking.md section 5, in that order', () => {
  const empty = {
    showingDate: '',
    showingTime: '',
    buyerName: ' ',
    buyerEmail: '',
    buyerPhone: '',
    agreeToTerms: false,
  }
  assert.deepEqual(messages(empty), [
    ['showingDate', 'Please select a showing date'],
    ['showingTime', 'Please select a showing time'],
    ['buyerName', 'Please enter your name'],
    ['buyerEmail', 'Please enter your email'],
    ['buyerPhone', 'Please enter your phone number'],
    ['agreeToTerms', 'Please agree to the Terms of Service'],
  ])
})

const cases: [string, Partial<BookingForm>, [string, string][]][] = [
  ['a malformed email', { buyerEmail: 'maria@example' }, [['buyerEmail', 'Please enter a valid email address']]],
  [
    'an email with a line break',
    { buyerEmail: 'maria@example.com\nBcc: x@y.zz' },
    [['buyerEmail', 'Please enter a valid email address']],
  ],
  ['nine digits', { buyerPhone: '213-555-014' }, [['buyerPhone', 'Please enter a valid 10-digit phone number']]],
  [
    'a malformed agent email',
    { buyerAgentEmail: 'x' },
    [['buyerAgentEmail', 'Please enter a valid agent email address']],
  ],
  ['a short agent phone', { buyerAgentPhone: '555' }, [['buyerAgentPhone', 'Please enter a valid agent phone number']]],
  [
    "a missing buyer's agent",
    { requesterType: 'buyers_agent' },
    [
      ['buyerAgentName', "Please enter the buyer's agent name"],
      ['buyerAgentEmail', "Please enter the buyer's agent email"],
      ['buyerAgentPhone', "Please enter the buyer's agent phone number"],
    ],
  ],
  ['February 29 of a common year', { showingDate: '2027-02-29' }, [['showingDate', 'Please select a showing date']]],
  ['February 29 of a leap year', { showingDate: '2028-02-29' }, []],
  ['an impossible date', { showingDate: '2026-13-01' }, [['showingDate', 'Please select a showing date']]],
  ["25 o'clock", { showingTime: '25:00' }, [['showingTime', 'Please select a showing time']]],
  [
    'a NUL byte in a name',
    { buyerName: 'Ma\0ria' },
    [['buyerName', "Please remove any characters that can't be displayed"]],
  ],
  ['a name of invisible characters', { buyerName: '\u202e \u200b' }, [['buyerName', 'Please enter your name']]],
  ['a pasted number', { buyerPhone: '\u202a(310) 555-0142\u202c' }, []],
  ['a line break in a special request', { specialRequests: 'Two\nlines' }, []],
]
for (const [name, change, expected] of cases) {
  test(`validation: ${name}`, () => assert.deepEqual(messages(change), expected))
}

test('names, emails, and requests become trimmed single lines, and empty ones become null', () => {
  const details = detailsOf({
    ...good,
    buyerName: '  \u202eMaria \n Gomez ',
    buyerEmail: '\u2068maria@example.com\u2069 ',
    buyerAgentName: '  ',
    specialRequests: ' ring ',
  })
  assert.equal(details.buyerName, 'Maria Gomez')
  assert.equal(details.buyerEmail, 'maria@example.com')
  assert.equal(details.buyerAgentName, null)
  assert.equal(details.specialRequests, 'ring')
})

test('validation accepts any input without throwing', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: character }),
    fc.constant('\0'),
    fc.constant("'; drop table booking; --"),
  )
  fc.assert(
    fc.property(
      fc.record({ showingDate: text, showingTime: text, buyerName: text, buyerEmail: text, buyerPhone: text }),
      (typed) => {
        for (const { message } of validateForm({ ...good, ...typed })) assert.ok(message.startsWith('Please '))
      },
    ),
  )
})

test('a confirmation number is SB- followed by eight characters of Crockford base 32', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
      assert.match(confirmationNumber(bytes), /^SB-[0-9A-HJKMNP-TV-Z]{8}$/)
    }),
  )
})

test('a decision is due 48 hours after the booking or 24 hours before the showing, whichever is sooner', () => {
  const booked = Temporal.Instant.from('2026-11-21T09:00:00Z')
  assert.equal(String(decisionDue(booked, booked.add({ hours: 240 }))), '2026-11-23T09:00:00Z')
  assert.equal(String(decisionDue(booked, booked.add({ hours: 50 }))), '2026-11-22T11:00:00Z')
})

test('entry instructions show from an hour before a confirmed showing until its end', () => {
  const start = Temporal.Instant.from('2026-11-27T21:30:00Z')
  const end = start.add({ minutes: 30 })
  const shows = (status: string, now: Temporal.Instant) => showsInstructions(status, start, end, now)
  assert.equal(shows('confirmed', start.subtract({ minutes: 61 })), false)
  assert.equal(shows('confirmed', start.subtract({ minutes: 60 })), true)
  assert.equal(shows('confirmed', end.subtract({ seconds: 1 })), true)
  assert.equal(shows('confirmed', end), false)
  assert.equal(shows('pending', start), false)
  assert.equal(shows('cancelled', start), false)
})
