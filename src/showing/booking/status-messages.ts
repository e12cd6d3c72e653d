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
import * as t from '../text/booking.ts'
import { residentStatus } from './resident-status-messages.ts'
import { moneyWords, type StatusView } from './status-money-messages.ts'
import { statusText } from './status-text-messages.ts'

/** Composes one message about a booking's life. @returns `null` if it reads like a new booking, with its notice */
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
    ? [{ kind: 'button', label: t.mailSeeOtherTimes(), href: view.bookingPageUrl }]
    : stands
      ? [...ownPage(view), calendarLinks(view, true)]
      : [{ kind: 'button', label: t.mailOpenBookingPage(), href: view.manageUrl }]
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
        copyOpening(view, t.mailTheMessage()),
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
      ? t.mailDecideOnRefund()
      : event === 'moved' && view.status === 'pending'
        ? t.mailApproveOrDecline()
        : t.mailOpenShowing()
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
  event === 'moved' && view.movedFrom
    ? [{ label: t.mailBefore(), value: formatWhen(view.movedFrom, view.timeZone) }]
    : []

const oldTime = (view: StatusView) => (view.movedFrom ? formatWhen(view.movedFrom, view.timeZone) : t.mailAnotherTime())

/** Tells the buyer what happened. What happens to the money follows below. */
function buyerWords(event: string, view: StatusView): Words {
  const was = oldTime(view)
  const now = formatWhen(view.startsAt, view.timeZone)
  switch (event) {
    case 'approved':
      return {
        subject: t.mailSubjectApproved(),
        heading: t.mailApprovedHeading(),
        text: view.movedFrom ? t.mailMoveApproved() : t.mailApproved(),
      }
    case 'declined':
      return {
        subject: t.mailSubjectDeclined(),
        heading: t.mailNotApprovedHeading(),
        text: view.isOverdue ? t.mailOverdue() : t.mailDeclined(),
      }
    case 'cancelled': {
      const by = view.cancelledBy ?? 'agent'
      return {
        subject: t.mailSubjectCancelled(),
        heading: t.mailCancelledHeading({ by }),
        text: t.mailCancelled({ by }),
      }
    }
    case 'moved':
      return view.status === 'pending'
        ? {
            subject: t.mailSubjectMoveRequested(),
            heading: t.mailMoveRequestedHeading(),
            text: t.mailMoveRequested({ was, now, due: dueLong(view) }),
          }
        : { subject: t.mailSubjectMoved(), heading: t.mailMovedHeading(), text: t.mailMoved({ was, now }) }
    case 'refund_requested':
      return {
        subject: t.mailSubjectRefundRequested(),
        heading: t.mailRefundRequestedHeading(),
        text: `${t.mailRefundRequested()}${reason(view.refundReason)}`,
      }
    case 'refund_declined':
      return {
        subject: t.mailSubjectRefundDeclined(),
        heading: t.mailRefundDeclinedHeading(),
        text: `${t.mailRefundDeclined()}${reason(view.refundAnswer)}`,
      }
    case 'letter_refunded':
      return {
        subject: t.mailSubjectLetterRefunded(),
        heading: t.mailLetterRefundedHeading({ price: formatMoney(view.mailUpgradeCents) }),
        text: t.mailLetterRefunded(),
      }
    default:
      return {
        subject: t.mailSubjectRefunded(),
        heading: t.mailRefundedHeading(),
        text: `${t.mailRefunded()}${reason(view.refundAnswer)}`,
      }
  }
}

const reason = (text: string | null) => (text ? `\n${t.mailReason({ text })}` : '')

function agentWords(event: string, view: StatusView): Words {
  const sum = formatMoney(view.amountCents)
  const { name } = view.buyer
  const was = oldTime(view)
  const now = formatWhen(view.startsAt, view.timeZone)
  switch (event) {
    case 'approved':
      return {
        subject: t.mailSubjectApproved(),
        heading: t.mailAgentApprovedHeading(),
        text: view.movedFrom ? t.mailAgentMoveApproved({ name }) : t.mailAgentApproved({ name }),
      }
    case 'declined':
      return {
        subject: t.mailSubjectDeclined(),
        heading: t.mailNotApprovedHeading(),
        text: view.isOverdue ? t.mailAgentOverdue({ name }) : t.mailAgentDeclined({ name }),
      }
    case 'cancelled':
      return {
        subject: t.mailSubjectCancelled(),
        heading: t.mailAgentCancelledHeading(),
        text: t.mailAgentCancelled({ by: view.cancelledBy ?? 'agent', name }),
      }
    case 'moved':
      return view.status === 'pending'
        ? {
            subject: t.mailSubjectMoveApproval(),
            heading: t.mailAgentMoveRequestedHeading(),
            text: t.mailAgentMoveRequested({ name, was, now, due: dueLong(view) }),
          }
        : {
            subject: t.mailSubjectMoved(),
            heading: t.mailAgentMovedHeading(),
            text: t.mailAgentMoved({ name, was, now }),
          }
    case 'refund_requested':
      return {
        subject: t.mailSubjectRefundRequested(),
        heading: t.mailAgentRefundRequestedHeading(),
        text: `${t.mailAgentRefundRequested({ name, sum })}${reason(view.refundReason)}`,
      }
    case 'refund_declined':
      return {
        subject: t.mailSubjectRefundDeclined(),
        heading: t.mailAgentRefundDeclinedHeading(),
        text: `${t.mailAgentRefundDeclined({ sum, name })}${reason(view.refundAnswer)}`,
      }
    default:
      return {
        subject: t.mailSubjectRefunded(),
        heading: t.mailAgentRefundedHeading(),
        text: `${t.mailAgentRefunded({ sum, name })}${reason(view.refundAnswer)}`,
      }
  }
}
