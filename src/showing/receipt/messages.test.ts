import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReceiptView, receiptDocument } from './messages.ts'

const at = (instant: string) => Temporal.Instant.from(instant)
const view: ReceiptView = {
  confirmationNumber: 'SB-7K2M9QXD',
  payer: { name: 'Maria Gonzalez', email: 'maria@buyers.example' },
  isDemo: false,
  address: '2817 Alder Street, Unit 3, Los Angeles, CA 90026',
  startsAt: at('2026-11-27T21:30:00Z'),
  endsAt: at('2026-11-27T22:00:00Z'),
  timeZone: 'America/Los_Angeles',
  amountCents: 3500,
  mailUpgradeCents: 1000,
  status: 'paid',
  movements: [{ kind: 'charge', amountCents: 3500, at: at('2026-11-20T18:00:00Z') }],
  isTestMode: false,
  support: { phone: '(310) 555-0142' },
}
const wordsOf = (change: Partial<ReceiptView> = {}) => JSON.stringify(receiptDocument({ ...view, ...change }))

test('a receipt has its number, date with zone, payer, property, lines, total, and status', () => {
  for (const words of [
    'SB-7K2M9QXD',
    'Friday, November 20, 2026 at 10:00 AM PST',
    'Maria Gonzalez, maria@buyers.example',
    '2817 Alder Street, Unit 3',
    '["Private showing, 30 minutes","$25.00"]',
    '["Certified mail to the resident","$10.00"]',
    '{"label":"Total","value":"$35.00"}',
    '"Status","value":"Paid"',
    '"Charged to the card","$35.00"',
    '(310) 555-0142',
  ]) {
    assert.ok(wordsOf().includes(words), words)
  }
  assert.doesNotMatch(wordsOf(), /Test mode/)
  assert.doesNotMatch(wordsOf({ mailUpgradeCents: 0, amountCents: 2500 }), /Certified/)
})

test('a receipt lists a refund with its date and the net amount', () => {
  const refund = { kind: 'refund' as const, amountCents: 3500, at: at('2026-11-28T20:00:00Z') }
  const words = wordsOf({ status: 'refunded', movements: [...view.movements, refund] })
  assert.ok(words.includes('["Saturday, November 28, 2026 at 12:00 PM PST","Refunded to the card","-$35.00"]'))
  assert.ok(words.includes('{"label":"Net paid","value":"$0.00"}'))
})

test('a receipt lists the refund for an unmailed letter separately', () => {
  const refund = { kind: 'letter_refund' as const, amountCents: 1000, at: at('2026-11-28T20:00:00Z') }
  const words = wordsOf({ status: 'partly_refunded', movements: [...view.movements, refund] })
  assert.ok(words.includes('"Certified mail refunded to the card","-$10.00"'))
  assert.ok(words.includes('{"label":"Net paid","value":"$25.00"}'))
  assert.ok(words.includes('"Status","value":"Partly refunded"'))
})

test('an authorized fee is not called paid', () => {
  const movements = [{ kind: 'authorize' as const, amountCents: 3500, at: at('2026-11-20T18:00:00Z') }]
  const words = wordsOf({ status: 'authorized', movements })
  assert.match(words, /Authorized, not charged/)
  assert.doesNotMatch(words, /"Paid|Receipt|Net paid|Charged to/)
})

test('a receipt in test mode says so', () => {
  assert.match(wordsOf({ isTestMode: true }), /Test mode: no card was charged/)
})

test("a demo's receipt says that it is a demo and does not name the payer", () => {
  const words = wordsOf({ isDemo: true, payer: null, amountCents: 100, mailUpgradeCents: 0 })
  assert.match(words, /DEMO: no home will be shown/)
  assert.ok(words.includes('["Demo showing","$1.00"]'))
  assert.doesNotMatch(words, /Paid by|Private showing|A booking is final|access to the home/)
  assert.doesNotMatch(wordsOf(), /DEMO|Demo/)
})
