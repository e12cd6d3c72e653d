import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../platform/errors.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { type Card, judgeCard, paysAtOnce } from './domain.ts'

const now = Temporal.Instant.from('2026-11-21T09:00:00Z')
const card = (change: Partial<Card>): Card => ({
  number: '4242 4242 4242 4242',
  expMonth: 12,
  expYear: 2030,
  cvc: '123',
  ...change,
})

const refusals: [string, Partial<Card>, string, string][] = [
  ['declined', { number: '4000 0000 0000 0002' }, 'number', 'Your card was declined.'],
  ['no funds', { number: '4000000000009995' }, 'number', 'Your card has insufficient funds.'],
  ['the expired test card', { number: '4000000000000069' }, 'expMonth', 'Your card has expired.'],
  ['the wrong-code test card', { number: '4000000000000127' }, 'cvc', "Your card's security code is incorrect."],
  ['a good number that is no test card', { number: '5555 5555 5555 4444' }, 'number', 'Your card was declined.'],
  ['a wrong check digit', { number: '4242 4242 4242 4241' }, 'number', 'Your card number is incorrect.'],
  ['letters', { number: 'four' }, 'number', 'Your card number is incorrect.'],
  ['last month', { expMonth: 10, expYear: 2026 }, 'expMonth', 'Your card has expired.'],
  ['a year long ago', { expYear: 1999 }, 'expMonth', 'Your card has expired.'],
  ['month 13', { expMonth: 13 }, 'expMonth', "Your card's expiration month is invalid."],
  ['two digits of code', { cvc: '12' }, 'cvc', "Your card's security code is incorrect."],
]
for (const [name, change, field, message] of refusals) {
  test(`refuses ${name}`, () => {
    assert.throws(
      () => judgeCard(card(change), now),
      (error) =>
        error instanceof DomainError &&
        error.kind === 'payment_refused' &&
        error.message === message &&
        error.issues[0]?.path === field,
    )
  })
}

test("tells the cardholder why in the page's language, with the same code", () => {
  for (const [name, change, , english] of refusals) {
    const answers = (['en', 'es'] as const).map((language) => {
      try {
        return inLanguage(language, () => judgeCard(card(change), now))
      } catch (error) {
        return error as DomainError
      }
    }) as DomainError[]
    assert.equal(answers[0]?.message, english, name)
    assert.match(answers[1]?.message ?? '', /^(Su|El) .*tarjeta/, name)
    assert.equal(answers[0]?.code, answers[1]?.code, name)
  }
})

test('the good test card pays, with or without spaces, until the end of its month', () => {
  assert.equal(judgeCard(card({}), now), 'paid')
  assert.equal(judgeCard(card({ number: '4242424242424242', expMonth: 11, expYear: 26 }), now), 'paid')
})

test('only a card that is not refused and needs no confirmation pays at once', () => {
  assert.equal(paysAtOnce(card({}), now), true)
  assert.equal(paysAtOnce(card({ number: '4000 0025 0000 3155' }), now), false)
  for (const [name, change] of refusals) assert.equal(paysAtOnce(card(change), now), false, name)
})

test('one test card needs a confirmation first', () => {
  assert.equal(judgeCard(card({ number: '4000 0025 0000 3155' }), now), 'action')
})
