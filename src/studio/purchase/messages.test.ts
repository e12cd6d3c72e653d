import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../../platform/reader-language.ts'
import { cancelledMail, endedMail, type PurchaseView, purchaseDocument, receiptMail } from './messages.ts'

const instant = (text: string) => Temporal.Instant.from(text)

/** Paid in the evening in California, when it is the next day in UTC. */
const view: PurchaseView = {
  number: 'SB-R-0001',
  kind: 'first_month',
  credits: 100,
  amountCents: 1000,
  paidAt: instant('2026-11-22T03:00:00Z'),
  until: instant('2026-12-22T03:00:00Z'),
  isRenewing: true,
  email: 'nina@example.com',
  movements: [],
  isTestMode: false,
  link: 'https://example.com/credits',
}

test('writes each date of a payment and a plan in UTC and says so, in both languages', () => {
  const plan = { periodEnd: view.until as Temporal.Instant, nextTryAt: view.paidAt, isLastTry: false }
  for (const [language, paid, renews] of [
    ['en', 'paid on November 22, 2026 (UTC)', 'renews automatically on December 22, 2026 (UTC)'],
    ['es', 'el 22 de noviembre de 2026 (UTC)', 'el 22 de diciembre de 2026 (UTC)'],
  ] as const)
    inLanguage(language, () => {
      const { text } = receiptMail(view)
      for (const words of [paid, renews]) assert.ok(text.includes(words), text)
      const cancelled = cancelledMail({ ...plan, amountCents: view.amountCents, link: view.link })
      assert.match(cancelled.text, /2026 \(UTC\)/)
    })
  const papers = purchaseDocument(view)
  assert.match(JSON.stringify(papers), /"November 22, 2026 \(UTC\)"/)
})

test('does not say of an ended plan that its card is already gone: a job deletes it, once its provider is in use', () => {
  const plan = { periodEnd: view.paidAt, nextTryAt: view.paidAt, isLastTry: false, amountCents: 1000, link: view.link }
  for (const [language, words] of [
    ['en', "we'll delete your saved card"],
    ['es', 'eliminaremos su tarjeta guardada'],
  ] as const)
    for (const because of ['unpaid', 'cancelled'] as const) {
      const { text } = inLanguage(language, () => endedMail(plan, because))
      assert.ok(text.replace(/\s+/g, ' ').includes(words), text)
    }
})
