import { DomainError } from '../../platform/errors.ts'
import * as t from '../text/sandbox.ts'

/** The embedded payment provider's rules: the public test cards and what they do (decisions.md sections 5 and 11). */

export type Card = { number: string; expMonth: number; expYear: number; cvc: string }

export type CardOutcome = 'paid' | 'action'
/** The outcome of a charge to a saved card while its owner is away. */
export type LaterOutcome = 'paid' | 'declined' | 'action'

const refused = (field: string, code: string, message: string) =>
  new DomainError('payment_refused', code, message, { field })
const expired = () => refused('expMonth', 'expired_card', t.cardExpired())
const wrongCode = () => refused('cvc', 'incorrect_cvc', t.wrongCode())
const declined = () => refused('number', 'card_declined', t.cardDeclined())

const outcomes: Record<string, CardOutcome | (() => DomainError)> = {
  '4242424242424242': 'paid',
  '4000002500003155': 'action',
  '4000002760003184': 'action',
  '4000000000000002': declined,
  '4000000000009995': () => refused('number', 'insufficient_funds', t.noFunds()),
  '4000000000000069': expired,
  '4000000000000127': wrongCode,
}

/** A card that pays only once, and only if it is saved. We decline it otherwise. */
const ONCE = '4000000000000341'
const LATER: Record<string, LaterOutcome> = { [ONCE]: 'declined', '4000002760003184': 'action' }

/** @param card a card that `judgeCard` lets pay */
export const laterOf = (card: Card): LaterOutcome => LATER[card.number.replace(/[\s-]/g, '')] ?? 'paid'

/**
 * Judges a test card.
 * @param isKept whether the card stays saved for later charges
 * @returns `action` if the cardholder must confirm first
 * @throws DomainError payment_refused with the provider's words
 */
export function judgeCard(card: Card, now: Temporal.Instant, isKept = false): CardOutcome {
  const number = card.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw refused('number', 'incorrect_number', t.wrongNumber())
  }
  if (!Number.isInteger(card.expMonth) || card.expMonth < 1 || card.expMonth > 12) {
    throw refused('expMonth', 'invalid_expiry_month', t.wrongMonth())
  }
  if (isPast(card, now)) throw expired()
  if (!/^\d{3,4}$/.test(card.cvc.replace(/\s/g, ''))) throw wrongCode()
  const outcome = outcomes[number] ?? (isKept && number === ONCE ? 'paid' : declined)
  if (typeof outcome === 'function') throw outcome()
  return outcome
}

/** Tells whether a card pays without confirmation, saved or not. */
export function paysAtOnce(card: Card, now: Temporal.Instant): boolean {
  try {
    return judgeCard(card, now) === 'paid'
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

/**
 * Tells whether a card has expired. A card is valid to the end of its month anywhere on earth. Two digits mean 20xx.
 */
function isPast(card: Card, now: Temporal.Instant): boolean {
  const year = card.expYear < 100 ? 2000 + card.expYear : card.expYear
  if (!Number.isInteger(year) || year < 2000 || year > 2099) return true
  const today = now.toZonedDateTimeISO('UTC')
  return year * 12 + card.expMonth < today.year * 12 + today.month
}

/** Checks the last digit (ISO/IEC 7812-1, annex B). */
function passesLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index])
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}
