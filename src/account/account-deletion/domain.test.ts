import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { cleanReceipt, codeKind, deletionIssues, GOES, newReceiptNumber, refusal, STAYS } from './domain.ts'
import { receiptMail } from './messages.ts'

const clear = {
  isLastAdmin: false,
  hasUpcoming: false,
  isUpcomingPaid: false,
  hasUndecidedRefund: false,
  mayBeAskedForRefund: false,
  hasPaymentsDue: false,
}

test('a blocked deletion names the first obstacle, and an allowed one names none', () => {
  assert.deepEqual(
    [
      clear,
      { ...clear, hasPaymentsDue: true },
      { ...clear, hasPaymentsDue: true, mayBeAskedForRefund: true },
      { ...clear, hasPaymentsDue: true, hasUndecidedRefund: true },
      { ...clear, hasUndecidedRefund: true, hasUpcoming: true },
      { ...clear, hasUpcoming: true, isLastAdmin: true },
    ].map((facts) => refusal(facts)?.code ?? null),
    [null, 'payments_due', 'refund_may_be_asked', 'refund_undecided', 'upcoming_showings', 'last_admin'],
  )
})

test('shows each error of the form at its field', () => {
  const paths = (form: object, asksForCode: boolean) =>
    deletionIssues({ password: '', code: '', confirm: false, ...form }, asksForCode).map(({ path }) => path)
  assert.deepEqual(paths({}, false), ['password', 'confirm'])
  assert.deepEqual(paths({}, true), ['password', 'code', 'confirm'])
  assert.deepEqual(paths({ password: 'x', code: '  ', confirm: true }, true), ['code'])
  assert.deepEqual(paths({ password: 'x', confirm: true }, false), [])
})

test('distinguishes app codes from recovery codes, in any spelling', () => {
  assert.deepEqual(['123456', '123 456', '123-456', 'abcde-12345'].map(codeKind), ['totp', 'totp', 'totp', 'backup'])
})

test('the page accepts every receipt number', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
      const number = newReceiptNumber(bytes)
      assert.equal(cleanReceipt(number), number)
    }),
  )
  for (const other of [null, '', 'DEL-1', 'DEL-ILOU-0000-0000', '<b>']) assert.equal(cleanReceipt(other), null)
})

test('the receipt lists everything that we delete and keep', () => {
  const mail = receiptMail({ receiptNumber: 'DEL-7K2M-Q9XA-04BT', askedAt: '2026-11-21 09:00 UTC' })
  assert.equal(mail.subject, 'Your account has been deleted: DEL-7K2M-Q9XA-04BT')
  for (const text of [...GOES, ...STAYS.map(({ what }) => what)]) assert.ok(mail.text.includes(text()), text())
})
