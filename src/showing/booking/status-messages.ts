import { agentTask, noticeButton, overlapNotes } from '../../notice/message/agent-messages.ts'
import { ownPage } from '../../notice/message/buyer-messages.ts'
import { isCoordination } from '../../notice/message/domain.ts'
import {
  agentFacts,
  buyerFacts,
  type ComposedMessage,
  calendarLinks,
  copyOpening,
  dueLong,
  greeting,
  type MessageTarget,
  moneyPart,
  subjectOf,
  whenAndWhere,
  why,
  writeMail,
} from '../../notice/message/mail-messages.ts'
import type { EmailBlock } from '../../platform/email-document.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import { residentStatus } from './resident-status-messages.ts'
import { moneyWords, type StatusView } from './status-money-messages.ts'
import { statusText } from './status-text-messages.ts'

/** The words of one message about a booking's life; null: it reads as a booking does, with its notice. */
export function composeStatusMessage(target: MessageTarget, view: StatusView): ComposedMessage | null {
  const isNoticed = target.event === 'approved' || (target.event === 'moved' && view.status === 'confirmed')
  if (isNoticed && (target.role === 'resident' || isCoordination(target))) return null
  if (target.role === 'resident') return residentStatus(target, view)
  if (target.channel === 'sms') return statusText(target, view)
  return target.role === 'buyer' ? buyerMail(target, view) : agentMail(target, view)
}

type Words = { subject: string; heading: string; text: string }

function buyerMail({ event }: MessageTarget, view: StatusView): ComposedMessage {
  const { subject, heading, text } = buyerWords(event, view)
  const facts = { kind: 'facts' as const, rows: [...whenAndWhere(view), ...wasAt(event, view), ...agentFacts(view)] }
  const money = moneyWords(event, view)
  const stands = event === 'approved' || (event === 'moved' && view.status === 'confirmed')
  const isOver = event === 'declined' || (event === 'cancelled' && view.cancelledBy !== 'buyer')
  const next: EmailBlock[] = isOver
    ? [{ kind: 'button', label: 'See other times', href: view.bookingPageUrl }]
    : stands
      ? [...ownPage(view), calendarLinks(view, true)]
      : [{ kind: 'button', label: 'Open your booking page', href: view.manageUrl }]
  return {
    subject: subjectOf(subject, view),
    ...writeMail(view, {
      heading,
      blocks: [greeting(view.buyer.name, text), facts, ...next, ...moneyPart(view, money, true)],
      footer: [why.buyer()],
    }),
    copy: writeMail(view, {
      heading,
      blocks: [
        copyOpening(view, 'the message'),
        { kind: 'text', text },
        { kind: 'facts', rows: [...facts.rows, ...buyerFacts(view)] },
        ...(stands ? [calendarLinks(view, false)] : []),
        ...moneyPart(view, money, false),
      ],
      footer: [why.copy()],
    }),
  }
}

function agentMail({ event }: MessageTarget, view: StatusView): ComposedMessage {
  const { subject, heading, text } = agentWords(event, view)
  const label =
    event === 'refund_requested'
      ? 'Decide on the refund'
      : event === 'moved' && view.status === 'pending'
        ? 'Approve or decline'
        : 'Open the showing'
  const stands = event === 'approved' || (event === 'moved' && view.status === 'confirmed')
  return {
    subject: subjectOf(subject, view),
    ...writeMail(view, {
      heading,
      blocks: [
        greeting(view.agent.name, text),
        ...(stands || view.status === 'pending' ? overlapNotes(view) : []),
        { kind: 'facts', rows: [...whenAndWhere(view), ...wasAt(event, view), ...buyerFacts(view)] },
        { kind: 'button', label, href: view.dashboardUrl },
        ...(stands ? [...agentTask(view), ...noticeButton(view), calendarLinks(view, false)] : []),
      ],
      footer: [why.agent(), ...(stands && view.notice?.agentTask ? [why.notAdvice()] : [])],
    }),
    copy: null,
  }
}

const wasAt = (event: string, view: StatusView) =>
  event === 'moved' && view.movedFrom ? [{ label: 'Before', value: formatWhen(view.movedFrom, view.timeZone) }] : []

/** What happened, for the buyer; what happens to the money is below it. */
function buyerWords(event: string, view: StatusView): Words {
  const was = view.movedFrom ? formatWhen(view.movedFrom, view.timeZone) : 'another time'
  const now = formatWhen(view.startsAt, view.timeZone)
  const cancelled = {
    agent: 'The listing agent cancelled this showing. We are sorry.',
    buyer: 'You cancelled this showing.',
    system: 'We cancelled this showing because your card could not be charged.',
  }
  switch (event) {
    case 'approved':
      return {
        subject: 'Showing approved',
        heading: 'Your showing is approved',
        text: `${view.movedFrom ? 'The listing agent approved your new time. You have already paid' : 'The listing agent approved your showing, and your card was charged'}. Please be on time: the showing takes 30 minutes.`,
      }
    case 'declined':
      return {
        subject: 'Showing declined',
        heading: 'The showing was not approved',
        text: `${view.isOverdue ? 'The listing agent did not decide in time' : 'The listing agent declined your request'}, so there is no showing at this time. Another time may work: see what is open below.`,
      }
    case 'cancelled':
      return {
        subject: 'Showing cancelled',
        heading: view.cancelledBy === 'buyer' ? 'You cancelled your showing' : 'Your showing is cancelled',
        text: cancelled[view.cancelledBy ?? 'agent'],
      }
    case 'moved':
      return view.status === 'pending'
        ? {
            subject: 'New time requested',
            heading: 'Your new time awaits approval',
            text: `You asked to move your showing from ${was} to ${now}. The old time is released. The listing agent decides on the new one by ${dueLong(view)}.`,
          }
        : {
            subject: 'Showing moved',
            heading: 'Your showing has a new time',
            text: `Your showing moved from ${was} to ${now}. Please be on time: the showing takes 30 minutes.`,
          }
    case 'refund_requested':
      return {
        subject: 'Refund requested',
        heading: 'You asked for a refund',
        text: `The listing agent will see your request and decide. We'll email you the decision.${reason(view.refundReason)}`,
      }
    case 'refund_declined':
      return {
        subject: 'Refund declined',
        heading: 'Your refund was declined',
        text: `The listing agent declined your refund request.${reason(view.refundAnswer)}`,
      }
    case 'letter_refunded':
      return {
        subject: 'Certified mail refunded',
        heading: `We refunded your ${formatMoney(view.mailUpgradeCents)} for certified mail`,
        text: 'The certified letter to the resident was not mailed, so you do not pay for it.',
      }
    default:
      return {
        subject: 'Refunded',
        heading: 'Your refund is on its way',
        text: `Your refund request was approved.${reason(view.refundAnswer)}`,
      }
  }
}

const reason = (text: string | null) => (text ? `\nReason: ${text}` : '')

function agentWords(event: string, view: StatusView): Words {
  const sum = formatMoney(view.amountCents)
  const { name } = view.buyer
  const was = view.movedFrom ? formatWhen(view.movedFrom, view.timeZone) : 'another time'
  const now = formatWhen(view.startsAt, view.timeZone)
  const cancelled = {
    agent: 'You cancelled this showing. The buyer is refunded in full.',
    buyer: `The buyer, ${name}, cancelled this showing.`,
    system: "We cancelled this showing because the buyer's card could not be charged.",
  }
  const free = 'The time is open again.'
  switch (event) {
    case 'approved':
      return {
        subject: 'Showing approved',
        heading: 'The showing is approved and paid',
        text: view.movedFrom
          ? `You approved the new time. ${name} has already paid, and the showing is confirmed.`
          : `You approved the showing, and ${name}'s card was charged. It is confirmed.`,
      }
    case 'declined':
      return {
        subject: 'Showing declined',
        heading: 'The showing was not approved',
        text: `${view.isOverdue ? 'The showing was declined automatically because nobody decided in time' : 'The showing was declined'}. We told ${name}, who pays nothing. ${free}`,
      }
    case 'cancelled':
      return {
        subject: 'Showing cancelled',
        heading: 'The showing is cancelled',
        text: `${cancelled[view.cancelledBy ?? 'agent']} ${free}`,
      }
    case 'moved':
      return view.status === 'pending'
        ? {
            subject: 'Approval needed for a new time',
            heading: 'A new time awaits your decision',
            text: `${name} asks to move the showing from ${was} to ${now}. The old time is open again. Please approve or decline by ${dueLong(view)}; without a decision the showing is declined and the fee is refunded.`,
          }
        : {
            subject: 'Showing moved',
            heading: 'The showing has a new time',
            text: `${name} moved the showing from ${was} to ${now}. It is still confirmed and paid.`,
          }
    case 'refund_requested':
      return {
        subject: 'Refund requested',
        heading: 'The buyer asks for a refund',
        text: `${name} asks for a refund of ${sum}. Please approve or decline it.${reason(view.refundReason)}`,
      }
    case 'refund_declined':
      return {
        subject: 'Refund declined',
        heading: 'The refund was declined',
        text: `You declined the refund of ${sum}, and we told ${name}.${reason(view.refundAnswer)}`,
      }
    default:
      return {
        subject: 'Refunded',
        heading: 'The refund was made',
        text: `The refund of ${sum} was approved and is on its way to ${name}'s card.${reason(view.refundAnswer)}`,
      }
  }
}
