/** The delivery status of a booking's messages, for its agent. */

import * as t from '../text/message.ts'
import type { BookingNotification } from './contract.ts'
import { deliveryAbout } from './event-domain.ts'
import { reasonText } from './reason-domain.ts'

export type DeliveryTone = 'good' | 'waiting' | 'bad' | 'plain'

/** `state`: a word or two; `detail`: more information, or null. `isFailed`: someone should look at it. */
export type Delivery = { state: string; tone: DeliveryTone; detail: string | null; isFailed: boolean }

type MessageState = Pick<BookingNotification, 'status' | 'reason' | 'delivery' | 'isRetrying' | 'recall' | 'channel'>

/** The carriers' and the post office's words for messages in transit. */
const ON_ITS_WAY: Record<string, () => string> = {
  mailed: t.mailed,
  in_transit: t.inTransit,
  in_local_area: t.inLocalArea,
  processed_for_delivery: t.outForDelivery,
  're-routed': t.forwarded,
  pickup_available: t.pickupAvailable,
}
const LOST: Record<string, () => string> = {
  undelivered: t.lostUndelivered,
  failed: t.lostFailed,
  rejected: t.lostRejected,
  returned_to_sender: t.lostReturned,
}

export function deliveryOf(message: MessageState): Delivery {
  const { status, delivery, isRetrying, recall } = message
  const reason = message.reason && reasonText(message.reason)
  const asDelivery = (state: string, tone: DeliveryTone, detail: string | null = null): Delivery => ({
    state,
    tone,
    detail,
    isFailed: tone === 'bad',
  })
  switch (status) {
    case 'queued':
      return isRetrying ? asDelivery(t.waitingForRetry(), 'waiting', reason) : asDelivery(t.waiting(), 'waiting')
    case 'sending':
      return asDelivery(t.sending(), 'waiting')
    case 'failed':
      return asDelivery(t.failed(), 'bad', t.notRetried({ reason: reason ?? t.couldNotBeSent() }))
    case 'not_sent':
      return asDelivery(t.notSent(), 'plain', reason)
    case 'sent':
      break
  }
  if (recall === 'cancelled' || delivery === 'deleted') return asDelivery(t.takenBack(), 'plain', t.notPrinted())
  const lost = delivery && LOST[delivery]
  if (lost) return asDelivery(t.notDelivered(), 'bad', lost())
  const late = recall === 'too_late' ? t.tooLateToRecall() : null
  if (delivery === 'delivered') return asDelivery(t.delivered(), 'good', late)
  if (delivery === 'issue') return asDelivery(t.deliveryProblem(), 'waiting', t.postReportsProblem())
  // The reason says what the vendor refused, such as a copy.
  return asDelivery((ON_ITS_WAY[delivery ?? ''] ?? t.sent)(), late ? 'waiting' : 'good', late ?? reason)
}

/** Names a message, such as `Text message to the buyer`. */
export const deliveryName = ({ channel, role }: Pick<BookingNotification, 'channel' | 'role'>): string =>
  t.deliveryName({ channel, role })

/** Writes the recipient on one line: a number, a mailbox, or a name and address. */
export function deliveryTo(to: BookingNotification['to']): string {
  if (typeof to === 'string') return to
  const { name, address_line1, address_line2, address_city, address_state, address_zip } = to
  const street = [address_line1, address_line2].filter(Boolean).join(', ')
  return `${name}, ${street}, ${address_city}, ${address_state} ${address_zip}`
}

const IN_ORDER = ['buyer', 'listing_agent', 'resident'].flatMap((role) =>
  ['sms', 'email', 'certified_mail'].map((channel) => `${role} ${channel}`),
)
const placeOf = ({ role, channel }: Pick<BookingNotification, 'role' | 'channel'>) =>
  IN_ORDER.indexOf(`${role} ${channel}`)

/** Groups messages by event, newest event first, and by person within an event. */
export function byEvent<Message extends Pick<BookingNotification, 'event' | 'role' | 'channel'>>(
  messages: Message[],
): { about: string; of: Message[] }[] {
  return [...Map.groupBy(messages, ({ event }) => event)]
    .map(([event, of]) => ({ about: deliveryAbout(event), of: of.toSorted((a, b) => placeOf(a) - placeOf(b)) }))
    .reverse()
}

/** Writes a count such as `1 message failed`. */
export const failedWords = (count: number): string => t.messagesFailed({ count })
