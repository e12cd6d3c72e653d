import { randomUUIDv7 } from 'node:crypto'
import type { NotificationEvent } from '../../notice/message/delivery-domain.ts'
import { partiesOf, planNotifications } from '../../notice/message/domain.ts'
import { DomainError } from '../../platform/errors.ts'
import * as t from '../text/booking.ts'
import { HOLD_MINUTES } from './domain.ts'
import { type ShowingRow, toShowing } from './showing-domain.ts'

/** `pay_link`: the visitor gets the link. `pay_link_ended`: nobody paid in time, or the agent released the time. */
export type PayLinkEvent = Extract<NotificationEvent, `pay_link${string}`>

/** Slot that an agent holds for a visitor who phoned, and the link that pays for it, as the API describes it. */
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
  /** Where the link went last. */
  sent: Omit<LinkSending, 'booking_id'>[]
}

/** What became of the latest sending, by channel. */
export type LinkSending = {
  booking_id: string
  channel: 'sms' | 'email'
  to: string
  status: 'queued' | 'sending' | 'sent' | 'not_sent' | 'failed'
  reason: string | null
}

/** Most times that one link is sent, the first included, so that nobody is flooded. */
export const MOST_SENDS = 4
const PAUSE = { seconds: 60 }

export type PlannedLink = ReturnType<typeof planLink>[number]

/** Plans the link to the visitor, to each way that reaches them. @param turn how often it was sent before */
export const planLink = (row: ShowingRow, turn: number) => plan('pay_link', row, ['buyer'], turn)

/** Plans the news that the time is free again and nothing was charged. */
export const planLinkEnded = (row: ShowingRow, hears: ('buyer' | 'listing_agent')[]) =>
  plan('pay_link_ended', row, hears, 0)

const plan = (event: PayLinkEvent, row: ShowingRow, hears: string[], turn: number) =>
  planNotifications({ ...partiesOf(toShowing(row)), event: 'booked', status: 'pending', mailUpgrade: false })
    .filter(({ role }) => hears.includes(role))
    // A copy would carry the visitor's link.
    .map((planned) => ({ id: randomUUIDv7(), ...planned, cc: [], event, turn }))

/** Checks whether a link can be sent once more. @returns why not, or `null` */
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
