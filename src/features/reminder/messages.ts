import { type EmailBlock, headerLine, renderEmail } from '../../platform/email-document.ts'
import { formatShortWhen, formatTime, formatWhen } from '../../platform/local-time.ts'
import { countSegments, toGsm, trimToSeptets } from '../../platform/sms-text.ts'
import { streetLine } from '../notice/domain.ts'
import { firstNameAndInitial } from '../notification/domain.ts'
import type { BookingView, ComposedMessage, MessageTarget } from '../notification/messages.ts'

const BRAND = 'ShowingBooker'
const STOP = 'Reply STOP to opt out'
/** Two texts of 153 septets, less one for a character of two septets that does not fit at the seam. */
const SMS_SEPTETS = 305

/** The words of a reminder. What gets somebody into the home stands on the buyer's page, never here. */
export function composeReminder(target: MessageTarget, view: BookingView): ComposedMessage {
  if (target.channel === 'sms') return { subject: null, text: smsOf(target, view), html: null, copy: null }
  const isHour = target.event === 'reminder_hour'
  const { role } = target
  const subject = headerLine(
    `${isHour ? `Starts at ${timeOf(view)}` : 'Reminder'}: ${streetLine(view.property)}, ${formatShortWhen(view.startsAt, view.timeZone)}`,
  )
  const write = (name: string | null, says: string, more: EmailBlock[], why: string) =>
    renderEmail({
      brand: BRAND,
      heading: isHour ? 'The showing is about to start' : 'A reminder of the showing',
      preview: `${streetLine(view.property)}, ${formatShortWhen(view.startsAt, view.timeZone)}`,
      blocks: [
        { kind: 'text', text: `Hello${name ? ` ${name}` : ''},\n${says}` },
        { kind: 'facts', rows: factsOf(role, view) },
        ...more,
      ],
      footer: [why],
    })
  if (role === 'resident') {
    const says = `This is a courtesy reminder: your home will be shown to ${firstNameAndInitial(view.buyer.name)}. The showing takes about ${minutesOf(view)} minutes.`
    const why = `You get this e-mail because the listing agent named you as living in this home. ${BRAND} sends it for the agent.`
    return { subject, ...write(view.resident.name, says, [], why), copy: null }
  }
  if (role === 'listing_agent') {
    const more: EmailBlock[] = [{ kind: 'button', label: 'Open your showings', href: view.dashboardUrl }]
    const why = `You get this e-mail because you are the listing agent of this home at ${BRAND}.`
    return {
      subject,
      ...write(view.agent.name, 'A confirmed showing of your home is coming up.', more, why),
      copy: null,
    }
  }
  const says = isHour
    ? `Your showing starts at ${timeOf(view)}. Please be on time: it takes ${minutesOf(view)} minutes.`
    : `Your showing is coming up. Please be on time: it takes ${minutesOf(view)} minutes.`
  const more: EmailBlock[] = [
    { kind: 'button', label: 'Open your booking page', href: view.manageUrl },
    {
      kind: 'text',
      text: `The page has directions and, from 60 minutes before the start, how to get in, if the agent left directions for that.${isHour ? '' : ' If you cannot come, please cancel there.'} The link is yours alone.`,
    },
  ]
  const mine = write(
    view.buyer.name,
    says,
    more,
    `You get this e-mail because a private showing was booked with this address at ${BRAND}.`,
  )
  const copy = write(
    view.buyersAgent.name,
    `This is your copy of the reminder sent to ${view.buyer.name}. The buyer's private link is left out.`,
    [],
    `You get this copy because you are named as the buyer's agent of this showing at ${BRAND}.`,
  )
  return { subject, ...mine, copy: target.cc.length > 0 ? copy : null }
}

const timeOf = (view: BookingView) => formatTime(view.startsAt, view.timeZone)
const minutesOf = ({ startsAt, endsAt }: BookingView) => startsAt.until(endsAt).total('minutes')

function factsOf(role: MessageTarget['role'], view: BookingView): Extract<EmailBlock, { kind: 'facts' }>['rows'] {
  const { buyer, agent, startsAt, timeZone, property, confirmationNumber } = view
  const reached = ({ phone, email }: { phone: string | null; email: string | null }) => [
    ...(phone ? [{ text: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` }] : []),
    ...(email ? [{ text: email, href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` }] : []),
  ]
  const agentRow = { label: 'Listing agent', value: agent.name || 'Name not given', ways: reached(agent) }
  return [
    { label: 'When', value: formatWhen(startsAt, timeZone) },
    { label: 'Where', value: property.fullAddress },
    ...(role === 'listing_agent' ? [{ label: 'Buyer', value: buyer.name, ways: reached(buyer) }] : [agentRow]),
    ...(confirmationNumber && role !== 'resident' ? [{ label: 'Confirmation number', value: confirmationNumber }] : []),
  ]
}

function smsOf({ event, role }: MessageTarget, view: BookingView): string {
  const when = formatShortWhen(view.startsAt, view.timeZone)
  const begun = event === 'reminder_hour' ? `Showing at ${timeOf(view)}` : `Reminder: showing ${when}`
  if (role === 'buyer') return fitSms(view, (home) => `${begun}, ${home}. Directions and way in: ${view.manageUrl}`)
  if (role === 'resident') return fitSms(view, (home) => `Reminder: your home, ${home}, will be shown ${when}.`)
  const name = toGsm(view.buyer.name)
  const buyer = `${trimToSeptets(/\p{L}/u.test(name) ? name : 'Buyer', 40)} ${trimToSeptets(toGsm(view.buyer.phone), 24)}`
  return fitSms(view, (home) => `${begun}, ${home}, with ${buyer}.`)
}

/** Brand first, the way out last; where it is too long for two texts the address gives way. */
function fitSms(view: BookingView, say: (home: string) => string): string {
  const whole = (home: string) => toGsm(`${BRAND}: ${say(home)} ${STOP}`)
  const street = toGsm(streetLine(view.property))
  const room = SMS_SEPTETS - countSegments(whole('')).units
  return whole(countSegments(street).units <= room ? street : trimToSeptets(street, Math.max(room, 16)))
}
