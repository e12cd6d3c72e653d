/** What became of a booking's messages, as its agent reads it. */

import type { BookingNotification } from './contract.ts'

export type DeliveryTone = 'good' | 'waiting' | 'bad' | 'plain'

/** `state`: in a word or two; `detail`: what more there is to say; null: nothing. `isFailed`: somebody should look at it. */
export type Delivery = { state: string; tone: DeliveryTone; detail: string | null; isFailed: boolean }

type Said = Pick<BookingNotification, 'status' | 'reason' | 'delivery' | 'isRetrying' | 'recall' | 'channel'>

/** The words of carriers and of the post for what is on its way. */
const ON_ITS_WAY: Record<string, string> = {
  mailed: 'Mailed',
  in_transit: 'In transit',
  in_local_area: 'Close to the home',
  processed_for_delivery: 'Out for delivery',
  're-routed': 'Sent on',
  pickup_available: 'Waits at the post office',
}
const LOST: Record<string, string> = {
  undelivered: 'Taken by the vendor, but not delivered to the telephone',
  failed: 'Taken by the vendor, but not delivered',
  rejected: 'The letter could not be printed',
  returned_to_sender: 'The letter came back',
}

export function deliveryOf(message: Said): Delivery {
  const { status, reason, delivery, isRetrying, recall } = message
  const say = (state: string, tone: DeliveryTone, detail: string | null = null): Delivery => ({
    state,
    tone,
    detail,
    isFailed: tone === 'bad',
  })
  switch (status) {
    case 'queued':
      return isRetrying ? say('Waiting for another try', 'waiting', reason) : say('Waiting to be sent', 'waiting')
    case 'sending':
      return say('Being sent', 'waiting')
    case 'failed':
      return say('Failed', 'bad', `${reason ?? 'It could not be sent'}. It is not retried automatically.`)
    case 'not_sent':
      return say('Not sent', 'plain', reason)
    case 'sent':
      break
  }
  if (recall === 'cancelled' || delivery === 'deleted')
    return say('Taken back', 'plain', 'It was not printed: the showing was moved or cancelled')
  if (delivery && delivery in LOST) return say('Not delivered', 'bad', LOST[delivery])
  const late = recall === 'too_late' ? 'It could not be taken back any more' : null
  if (delivery === 'delivered') return say('Delivered', 'good', late)
  if (delivery === 'issue') return say('Delivery problem', 'waiting', 'The post office reports a problem')
  // What a vendor refused of it, such as a copy.
  return say(ON_ITS_WAY[delivery ?? ''] ?? 'Sent', late ? 'waiting' : 'good', late ?? reason)
}

const CHANNELS = { sms: 'Text message', email: 'Email', certified_mail: 'Certified letter' } as const
const ROLES = { buyer: 'buyer', listing_agent: 'listing agent', resident: 'resident' } as const

/** `Text message to the buyer` */
export const deliveryName = ({ channel, role }: Pick<BookingNotification, 'channel' | 'role'>): string =>
  `${CHANNELS[channel]} to the ${ROLES[role]}`

/** What messages are about. `slot_lost`: the money came too late and went back. */
const EVENTS = {
  booked: 'Booking',
  slot_lost: 'Time was taken',
  approved: 'Approval',
  declined: 'Not approved',
  cancelled: 'Called off',
  moved: 'New time',
  refund_requested: 'Refund requested',
  refund_declined: 'Refund declined',
  refunded: 'Refund',
  letter_refunded: 'Letter refunded',
  reminder_day: 'Reminder, a day before',
  reminder_hour: 'Reminder, an hour before',
}
export type NotificationEvent = keyof typeof EVENTS

/** What a message is about; an event that is new here by its own name. */
export const deliveryAbout = (event: string): string =>
  EVENTS[event as NotificationEvent] ?? event.charAt(0).toUpperCase() + event.slice(1).replaceAll('_', ' ')

/** Whom it goes to, in one line: a number, a mailbox, or a name and address. */
export function deliveryTo(to: BookingNotification['to']): string {
  if (typeof to === 'string') return to
  const { name, address_line1, address_line2, address_city, address_state, address_zip } = to
  const street = [address_line1, address_line2].filter(Boolean).join(', ')
  return `${name}, ${street}, ${address_city}, ${address_state} ${address_zip}`
}

const IN_ORDER = Object.keys(ROLES).flatMap((role) => Object.keys(CHANNELS).map((channel) => `${role} ${channel}`))
const placeOf = ({ role, channel }: Pick<BookingNotification, 'role' | 'channel'>) =>
  IN_ORDER.indexOf(`${role} ${channel}`)

/** Messages of one event together, the newest event first; within it person by person. */
export function byEvent<Message extends Pick<BookingNotification, 'event' | 'role' | 'channel'>>(
  messages: Message[],
): { about: string; of: Message[] }[] {
  return [...Map.groupBy(messages, ({ event }) => event)]
    .map(([event, of]) => ({ about: deliveryAbout(event), of: of.toSorted((a, b) => placeOf(a) - placeOf(b)) }))
    .reverse()
}

/** `1 message failed` */
export const failedWords = (count: number): string => (count === 1 ? '1 message failed' : `${count} messages failed`)
