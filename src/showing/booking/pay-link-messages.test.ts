import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { type ShowingView, TOKEN, viewWith } from '../../../test/views.ts'
import type { MessageTarget } from '../../notice/message/mail-messages.ts'
import { inSameLanguage, LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments } from '../../platform/sms-text.ts'
import { type PayLinkView, payLinkMessage } from './pay-link-messages.ts'

/** A secret as long as a real one. */
const SECRET = `pi_${'3'.repeat(24)}_secret_${'x'.repeat(25)}`
const PAY = `https://showings.example.com/showingbooker/pay/${SECRET}`
const viewOf = (change: Partial<ShowingView> = {}): PayLinkView => ({
  ...viewWith({ amountCents: 2500, mailUpgradeCents: 0, confirmationNumber: null, paidAt: null, ...change }),
  payUrl: inSameLanguage(PAY),
  heldUntil: Temporal.Instant.from('2026-11-23T18:10:00Z'),
  bookAgainUrl: 'https://showings.example.com/upcoming/book?property=1',
  isListed: true,
})
const TARGETS: MessageTarget[] = [
  { event: 'pay_link', channel: 'sms', role: 'buyer', cc: [] },
  { event: 'pay_link', channel: 'email', role: 'buyer', cc: [] },
  { event: 'pay_link_ended', channel: 'sms', role: 'buyer', cc: [] },
  { event: 'pay_link_ended', channel: 'email', role: 'buyer', cc: [] },
  { event: 'pay_link_ended', channel: 'sms', role: 'listing_agent', cc: [] },
  { event: 'pay_link_ended', channel: 'email', role: 'listing_agent', cc: [] },
]

test('the text has the place, the time, the end of the hold, the price, and the link', () => {
  const [text] = TARGETS
  assert.equal(
    payLinkMessage(text as MessageTarget, viewOf()).text,
    `ShowingBooker: 2817 Alder Street, Unit 3, Los Angeles, Fri, Nov 27, 1:30 PM PST, is held for you until 10:10 AM PST. Pay $25.00 to book your showing: ${PAY} Reply STOP to opt out`,
  )
})

test('each text fits in two segments with its full link, in every language and with any address', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      (street, city, name) => {
        const whole = viewOf()
        const property = { ...whole.property, addressLine1: street, city }
        const buyer = { ...whole.buyer, name }
        for (const language of LANGUAGES)
          inLanguage(language, () => {
            for (const target of TARGETS.filter(({ channel }) => channel === 'sms')) {
              const { text } = payLinkMessage(target, { ...viewOf(), property, buyer })
              const { segments, encoding } = countSegments(text)
              assert.ok(segments <= 2 && encoding === 'gsm7', `${segments} ${encoding}: ${text}`)
              if (target.event === 'pay_link') assert.ok(text.includes(inSameLanguage(PAY)), text)
            }
          })
      },
    ),
  )
})

test("only the visitor gets the link, no one gets the visitor's page, and every email has its own subject", () => {
  for (const language of LANGUAGES)
    inLanguage(language, () => {
      for (const target of TARGETS) {
        const { subject, text, html, copy } = payLinkMessage(target, viewOf())
        const all = [subject, text, html].join('\n')
        assert.equal(all.includes(SECRET), target.event === 'pay_link', target.event)
        assert.ok(!all.includes(TOKEN))
        assert.doesNotMatch(all, /undefined|NaN|\{\w+\}/)
        assert.deepEqual([copy, subject === null], [null, target.channel === 'sms'])
      }
    })
})

test('if the property takes no more bookings, no message about an ended link links to its pages', () => {
  for (const language of LANGUAGES)
    inLanguage(language, () => {
      for (const target of TARGETS.filter(({ event }) => event === 'pay_link_ended'))
        for (const isListed of [true, false]) {
          const { text, html } = payLinkMessage(target, { ...viewOf(), isListed })
          const leads = [text, html].some((part) => /\/(showingbooker|upcoming)\/book/.test(part ?? ''))
          assert.equal(leads, isListed && !(target.role === 'listing_agent' && target.channel === 'sms'))
          assert.doesNotMatch([text, html].join('\n'), /undefined|\{\w+\}/)
        }
    })
})
