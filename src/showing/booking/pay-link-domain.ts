import { DomainError } from '../../platform/errors.ts'
import * as t from '../text/booking.ts'
import { HOLD_MINUTES } from './domain.ts'

/** A slot that an agent holds for a visitor who phoned, with the link that pays for it, as the API describes it. */
export type PayLink = {
  id: string
  property_id: string
  full_address: string
  startsAt: string
  when: string
  buyerName: string
  buyerPhone: string
  buyerEmail: string
  amount: number
  heldUntil: string
  heldUntilTime: string
  payUrl: string
  /** Where we sent the link last. */
  sent: Omit<LinkSending, 'booking_id'>[]
}

/** The latest message with a link on one channel, and its state. */
export type LinkSending = {
  booking_id: string
  channel: 'sms' | 'email'
  to: string
  status: 'queued' | 'sending' | 'sent' | 'not_sent' | 'failed'
  reason: string | null
}

/** Most times that we send one link, including the first. */
export const MOST_SENDS = 4
const PAUSE = { seconds: 60 }

/** Checks whether we can send a link again. @returns why not, or `null` */
export function checkSendAgain(
  { sends, lastAt }: { sends: number; lastAt: Temporal.Instant | null },
  now: Temporal.Instant,
): DomainError | null {
  if (sends >= MOST_SENDS)
    return new DomainError('too_many', 'sent_too_often', t.payLinkTooOften({ count: MOST_SENDS }))
  const next = lastAt?.add(PAUSE)
  if (!next || Temporal.Instant.compare(now, next) >= 0) return null
  const retryAfterSeconds = Math.ceil(now.until(next).total('seconds'))
  return new DomainError('too_many', 'sent_too_soon', t.payLinkTooSoon(), { retryAfterSeconds })
}

export const payLinkNotFound = () => new DomainError('not_found', 'pay_link_not_found', t.payLinkNotFound())
export const payLinkPaid = () => new DomainError('conflict', 'pay_link_paid', t.payLinkPaid())
export const noTextsWanted = () =>
  new DomainError('invalid', 'no_texts_wanted', t.payLinkNoTexts(), { field: 'buyerPhone' })
export const tooManyHoldsOfVisitor = () =>
  new DomainError('too_many', 'too_many_holds', t.payLinkTooMany(), { retryAfterSeconds: HOLD_MINUTES * 60 })
