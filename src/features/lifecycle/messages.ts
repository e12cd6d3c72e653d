import { type EmailBlock, headerLine, renderEmail } from '../../platform/email-document.ts'
import { formatShortWhen, formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import { countSegments, toGsm, trimToSeptets } from '../../platform/sms-text.ts'
import { streetLine } from '../notice/domain.ts'
import type { BookingView, ComposedMessage, MessageTarget } from '../notification/messages.ts'

const BRAND = 'ShowingBooker'
const STOP = 'Reply STOP to opt out'
const SMS_SEPTETS = 305
const BANKS = 'Banks usually show that within 5–7 business days.'

/** What the words need beyond the booking itself. */
export type LifeView = BookingView & {
  cancelledBy: 'agent' | 'buyer' | 'system' | null
  movedFrom: Temporal.Instant | null
  /** `kept`: the buyer cancelled a paid showing; `released`: nothing was ever taken. */
  money: 'kept' | 'released' | 'returned'
  refundReason: string | null
  refundAnswer: string | null
}

type Words = { subject: string; heading: string; text: string; sms: string; asks?: string }

/** The words of one message about a booking's life; null: it reads as a booking does, with its notice. */
export function composeLife(target: MessageTarget, view: LifeView): ComposedMessage | null {
  if (target.event === 'approved' || (target.event === 'moved' && view.status === 'confirmed' && carriesNotice(target)))
    return null
  const words = wordsOf(target, view)
  if (target.channel === 'sms') return { subject: null, text: fitSms(view, words.sms), html: null, copy: null }
  const link = linkOf(target, view)
  const blocks: EmailBlock[] = [
    { kind: 'text', text: `Hello${nameOf(target, view)},\n${words.text}` },
    {
      kind: 'facts',
      rows: [
        { label: 'When', value: formatWhen(view.startsAt, view.timeZone) },
        { label: 'Where', value: view.property.fullAddress },
        ...(view.confirmationNumber ? [{ label: 'Confirmation number', value: view.confirmationNumber }] : []),
      ],
    },
  ]
  const written = (buttons: EmailBlock[]) =>
    renderEmail({
      brand: BRAND,
      heading: words.heading,
      preview: words.sms,
      blocks: [...blocks, ...buttons],
      footer: [`You get this e-mail because you are a party to this showing, booked at ${BRAND}.`],
    })
  return {
    subject: headerLine(
      `${words.subject}: ${streetLine(view.property)}, ${formatShortWhen(view.startsAt, view.timeZone)}`,
    ),
    ...written(link ? [{ kind: 'button', ...link }] : []),
    // The buyer's own link is his alone.
    copy: target.cc.length > 0 ? written([]) : null,
  }
}

const carriesNotice = ({ channel, role, cc }: MessageTarget) =>
  role === 'resident' || (role === 'listing_agent' && channel === 'email' && cc.length > 0)

const nameOf = ({ role }: MessageTarget, view: BookingView) => {
  const name = { buyer: view.buyer.name, listing_agent: view.agent.name, resident: view.resident.name }[role]
  return name ? ` ${name}` : ''
}

function linkOf({ event, role }: MessageTarget, view: LifeView): { label: string; href: string } | null {
  if (role === 'resident') return null
  if (role === 'listing_agent') return { label: 'Open your showings', href: view.dashboardUrl }
  if (event === 'declined' || event === 'cancelled') return { label: 'See other times', href: view.bookingPageUrl }
  return { label: 'Open your booking page', href: view.manageUrl }
}

function wordsOf({ event, role }: MessageTarget, view: LifeView): Words {
  const sum = formatMoney(view.amountCents)
  const money = {
    kept: `The fee of ${sum} is not refunded: a booking is otherwise final.`,
    released: 'Your card is not charged: the authorization is released.',
    returned: `Your ${sum} goes back to your card in full. ${BANKS}`,
  }[view.money]
  const isBuyer = role === 'buyer'
  const forBuyer = (text: string) => (isBuyer ? ` ${text}` : '')
  const by = formatWhen(view.decisionDueAt ?? view.startsAt, view.timeZone)

  if (role === 'resident') {
    const was = event === 'cancelled' && view.status === 'pending' ? (view.movedFrom ?? view.startsAt) : view.startsAt
    const when = formatWhen(was, view.timeZone)
    const text = `The showing of your home on ${when} does not take place. Nobody will come at that time.`
    return { subject: 'Showing called off', heading: 'A showing of your home is called off', text, sms: text }
  }
  switch (event as string) {
    case 'declined': {
      const text = `The showing was not approved.${forBuyer(money)}`
      return { subject: 'Showing declined', heading: 'The showing was not approved', text, sms: text }
    }
    case 'cancelled': {
      const who = { agent: 'the listing agent', buyer: 'the buyer', system: 'us: the card could not be charged' }
      const text =
        isBuyer && view.cancelledBy === 'buyer'
          ? `You cancelled this showing. ${money}`
          : `The showing was cancelled by ${who[view.cancelledBy ?? 'agent']}.${forBuyer(money)}`
      return { subject: 'Showing cancelled', heading: 'The showing is cancelled', text, sms: text }
    }
    case 'moved': {
      const was = view.movedFrom ? formatWhen(view.movedFrom, view.timeZone) : 'another time'
      const now = formatWhen(view.startsAt, view.timeZone)
      const text =
        view.status === 'pending'
          ? `The showing of ${was} is to be moved to ${now}. The listing agent decides by ${by}. The payment is kept; without approval it goes back in full.`
          : `The showing of ${was} was moved to ${now}. The payment is kept.`
      const from = view.movedFrom ? formatShortWhen(view.movedFrom, view.timeZone) : 'another time'
      return view.status === 'pending'
        ? {
            ...{ subject: 'Approval needed for a new time', heading: 'A new time awaits approval', text },
            sms: `To be moved here from ${from}. The agent decides by ${formatShortWhen(view.decisionDueAt ?? view.startsAt, view.timeZone)}. The payment is kept.`,
          }
        : {
            ...{ subject: 'Showing moved', heading: 'The showing has a new time', text },
            sms: `Moved here from ${from}. The payment is kept.`,
          }
    }
    case 'refund_requested': {
      const asked = isBuyer
        ? 'Your request for a refund is with the listing agent, who decides on it.'
        : `${view.buyer.name} asks for a refund of ${sum}. Please decide on it.`
      const text = `${asked}\nReason: ${view.refundReason ?? ''}`
      return { subject: 'Refund requested', heading: 'A refund was asked for', text, sms: asked }
    }
    case 'refund_declined': {
      const text = `The refund of ${sum} was declined.${view.refundAnswer ? `\nReason: ${view.refundAnswer}` : ''}`
      return {
        subject: 'Refund declined',
        heading: 'The refund was declined',
        text,
        sms: `The refund of ${sum} was declined.`,
      }
    }
    default: {
      const text = `The refund of ${sum} was approved.${forBuyer('It takes 5–7 business days to reach your card.')}`
      return { subject: 'Refund approved', heading: 'The refund was approved', text, sms: text }
    }
  }
}

/** Brand first, the way out last; where it is too long for two texts the address gives way. */
function fitSms(view: BookingView, said: string): string {
  const whole = (home: string) =>
    toGsm(`${BRAND}: ${home}, ${formatShortWhen(view.startsAt, view.timeZone)}: ${said} ${STOP}`)
  const street = toGsm(streetLine(view.property))
  const room = SMS_SEPTETS - countSegments(whole('')).units
  return whole(countSegments(street).units <= room ? street : trimToSeptets(street, Math.max(room, 16)))
}
