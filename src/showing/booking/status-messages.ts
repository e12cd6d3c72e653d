import { agentTask, noticeButton, overlapNotes, postedButton } from '../../notice/message/agent-messages.ts'
import { otherTimes, ownPage } from '../../notice/message/buyer-messages.ts'
import { isCoordination, isSameMailbox } from '../../notice/message/domain.ts'
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
import { SUPPORT } from '../../product.ts'
import * as t from '../text/booking.ts'
import { residentStatus } from './resident-status-messages.ts'
import {
  actorOf,
  cancellerOf,
  feeOf,
  moneyWords,
  ourRefund,
  refundedSum,
  type StatusView,
  withoutWords,
} from './status-money-messages.ts'
import { statusText } from './status-text-messages.ts'

/**
 * Writes one message about a change to a booking.
 * @returns `null` if it is the same as for a new booking, with its notice
 */
export function composeStatusMessage(target: MessageTarget, view: StatusView): ComposedMessage | null {
  if (target.event === 'email_changed')
    return isSameMailbox(String(target.recipient), view.buyer.email) ? newLink(view) : emailChanged(view)
  const isNoticed = target.event === 'approved' || (target.event === 'moved' && view.status === 'confirmed')
  if (isNoticed && (target.role === 'resident' || isCoordination(target))) return null
  if (target.role === 'resident') return residentStatus(target, view)
  if (target.channel === 'sms') return statusText(target, view)
  return target.role === 'buyer' ? buyerMail(target, view) : agentMail(target, view)
}

/** Writes to the buyer's new address. Their page says what happened to the showing. */
function newLink(view: StatusView): ComposedMessage {
  const heading = t.mailNewLink()
  const button = { kind: 'button' as const, label: t.mailOpenBookingPage(), href: view.manageUrl }
  const blocks = [greeting(view.buyer.name, t.mailNewLinkText()), button]
  return {
    subject: heading,
    ...writeMail(view, { preview: heading, heading, blocks, footer: [why.buyer()] }),
    copy: null,
  }
}

/**
 * Writes to an address that gets no more messages. It may be a stranger's, so the email gives no details and no link.
 */
function emailChanged(view: StatusView): ComposedMessage {
  const heading = t.mailEmailChanged()
  const text = t.mailEmailChangedText({ phone: SUPPORT.phone })
  const blocks = [{ kind: 'text' as const, text }]
  return { subject: heading, ...writeMail(view, { preview: heading, heading, blocks, footer: [] }), copy: null }
}

type Words = { subject: string; heading: string; text: string }

function buyerMail({ event }: MessageTarget, view: StatusView): ComposedMessage {
  const { subject, heading, text } = buyerWords(event, view)
  const facts = { kind: 'facts' as const, rows: [...whenAndWhere(view), ...wasAt(event, view), ...agentFacts(view)] }
  const money = moneyWords(event, view)
  const stands = event === 'approved' || (event === 'moved' && view.status === 'confirmed')
  const isAsked = event === 'move_proposed'
  const isOver = event === 'declined' || (event === 'cancelled' && view.cancelledBy !== 'buyer')
  const isOffered = event === 'declined' && view.offeredTimes.length > 0 && !view.isOverdue
  const others = isOver && !isOffered ? otherTimes(view) : []
  const next: EmailBlock[] = isOffered
    ? [{ kind: 'button', label: t.mailChooseTime(), href: view.manageUrl }]
    : isOver
      ? others
      : stands
        ? [...ownPage(view), calendarLinks(view, true)]
        : [{ kind: 'button', label: isAsked ? t.mailAnswer() : t.mailOpenBookingPage(), href: view.manageUrl }]
  return {
    subject: subjectOf(subject, view),
    ...writeMail(view, {
      heading,
      blocks: [greeting(view.buyer.name, text), facts, ...next, ...(money ? moneyPart(view, money, true) : [])],
      footer: [why.buyer()],
    }),
    copy: writeMail(view, {
      heading,
      blocks: [
        copyOpening(view, t.mailTheMessage()),
        { kind: 'text', text },
        { kind: 'facts', rows: [...facts.rows, ...buyerFacts(view)] },
        ...others,
        ...(stands ? [calendarLinks(view, false)] : []),
        ...(money ? moneyPart(view, money, false) : []),
      ],
      footer: [why.copy()],
    }),
  }
}

function agentMail({ event }: MessageTarget, view: StatusView): ComposedMessage {
  const { subject, heading, text } = agentWords(event, view)
  const label =
    event === 'refund_requested' || event === 'refund_unanswered'
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
        ...(stands
          ? [...agentTask(view), ...noticeButton(view), ...postedButton(view), calendarLinks(view, false)]
          : []),
      ],
      footer: [why.agent(), ...(stands && view.notice?.agentTask ? [why.notAdvice()] : [])],
    }),
    copy: null,
  }
}

function wasAt(event: string, view: StatusView) {
  if (event === 'moved' && view.movedFrom)
    return [{ label: t.mailBefore(), value: formatWhen(view.movedFrom, view.timeZone) }]
  return event === 'move_proposed' ? [{ label: t.mailProposedTime(), value: proposedTime(view) }] : []
}

const proposedTime = ({ proposal, timeZone }: StatusView) =>
  proposal ? formatWhen(proposal.startsAt, timeZone) : t.mailAnotherTime()

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
        text: view.movedFrom
          ? t.mailMoveApproved({ by: actorOf(view), fee: feeOf(view) })
          : t.mailApproved({ by: actorOf(view) }),
      }
    case 'declined':
      return {
        subject: t.mailSubjectDeclined(),
        heading: t.mailNotApprovedHeading(),
        text: declinedText(view),
      }
    case 'cancelled': {
      const by = cancellerOf(view)
      return {
        subject: t.mailSubjectCancelled(),
        heading: t.mailCancelledHeading({ by }),
        text: `${t.mailCancelled({ by })}${reason(view.reasonForBuyer)}`,
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
    case 'move_proposed':
      return {
        subject: t.mailSubjectMoveProposed(),
        heading: t.mailMoveProposedHeading(),
        text: `${proposedText(view)}${reason(view.proposal?.reason ?? null)}`,
      }
    case 'move_withdrawn':
    case 'move_unanswered':
      return {
        subject: t.mailSubjectTimeStays(),
        heading: t.mailTimeStaysHeading(),
        text: event === 'move_withdrawn' ? t.mailMoveWithdrawn({ when: now }) : t.mailMoveUnanswered({ when: now }),
      }
    case 'running_late': {
      const minutes = view.lateMinutes ?? 0
      return {
        subject: t.mailSubjectLate(),
        heading: t.mailLateHeading({ minutes }),
        text: t.mailLate({ by: actorOf(view), when: now, minutes }),
      }
    }
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
        text: `${t.mailRefundDeclined({ by: actorOf(view) })}${reason(view.refundAnswer)}`,
      }
    case 'letter_refunded':
      return {
        subject: t.mailSubjectLetterRefunded(),
        heading: t.mailLetterRefundedHeading({ price: formatMoney(view.mailUpgradeCents) }),
        text: t.mailLetterRefunded(),
      }
    case 'refunded':
      return {
        subject: t.mailSubjectRefunded(),
        heading: t.mailRefundedHeading(),
        text: `${t.mailRefunded()}${reason(view.refundAnswer)}`,
      }
    default:
      throw withoutWords(event)
  }
}

/** A letter that was paid for can be lost with the old time. The buyer's page says so before they agree. */
function proposedText(view: StatusView): string {
  const now = formatWhen(view.startsAt, view.timeZone)
  const text = t.mailMoveProposed({ by: actorOf(view), was: now, now: proposedTime(view), due: answerBy(view) })
  const canLoseLetter = view.mailUpgradeCents > 0 && view.letter === 'none'
  return canLoseLetter ? text : `${text} ${t.mailMoveIsFree()}`
}

/**
 * Returns what happened to the buyer's money after a decline. `none` if the showing was free or
 * others refunded everything.
 */
const moneyOf = (view: StatusView) =>
  view.amountCents === 0 || (view.money === 'returned' && !ourRefund(view)) ? 'none' : view.money

const answerBy = ({ proposal, startsAt, timeZone }: StatusView) => formatWhen(proposal?.dueAt ?? startsAt, timeZone)

function declinedText(view: StatusView): string {
  const { isOverdue, offeredTimes, reasonForBuyer, timeZone, isListed } = view
  const open = isListed ? ` ${t.mailWhatIsOpen()}` : ''
  if (isOverdue) return `${t.mailOverdue()}${open}`
  if (offeredTimes.length === 0) return `${t.mailDeclined({ by: actorOf(view) })}${open}`
  const times = offeredTimes.map((start) => formatWhen(start, timeZone)).join('\n')
  return `${t.mailDeclinedOffered({ by: actorOf(view) })}${reason(reasonForBuyer)}\n${t.mailOfferedTimes({ times })}`
}

const reason = (text: string | null) => (text ? `\n${t.mailReason({ text })}` : '')

function agentWords(event: string, view: StatusView): Words {
  const sum = formatMoney(view.stillPaidCents)
  const { name } = view.buyer
  const was = oldTime(view)
  const now = formatWhen(view.startsAt, view.timeZone)
  switch (event) {
    case 'approved':
      return {
        subject: t.mailSubjectApproved(),
        heading: t.mailAgentApprovedHeading({ fee: feeOf(view) }),
        text: view.movedFrom
          ? t.mailAgentMoveApproved({ by: actorOf(view), name, fee: feeOf(view) })
          : t.mailAgentApproved({ by: actorOf(view), name }),
      }
    case 'declined':
      return {
        subject: t.mailSubjectDeclined(),
        heading: t.mailNotApprovedHeading(),
        text: (view.isOverdue ? t.mailAgentOverdue : t.mailAgentDeclined)({ name, money: moneyOf(view) }),
      }
    case 'cancelled':
      return {
        subject: t.mailSubjectCancelled(),
        heading: t.mailAgentCancelledHeading(),
        text: t.mailAgentCancelled({ by: cancellerOf(view), name, money: moneyOf(view) }),
      }
    case 'moved':
      return view.status === 'pending'
        ? {
            subject: t.mailSubjectMoveApproval(),
            heading: t.mailAgentMoveRequestedHeading(),
            text: t.mailAgentMoveRequested({
              name,
              was,
              now,
              due: dueLong(view),
              fee: feeOf(view),
            }),
          }
        : {
            subject: t.mailSubjectMoved(),
            heading: t.mailAgentMovedHeading(),
            text: t.mailAgentMoved({ name, was, now, fee: feeOf(view) }),
          }
    case 'move_kept':
    case 'move_unanswered':
      return {
        subject: t.mailSubjectTimeStays(),
        heading: t.mailAgentTimeStaysHeading(),
        text:
          event === 'move_kept'
            ? t.mailAgentMoveKept({ name, when: now })
            : (view.isUnasked ? t.mailAgentMoveUnasked : t.mailAgentMoveUnanswered)({ name, when: now }),
      }
    case 'refund_requested':
      return {
        subject: t.mailSubjectRefundRequested(),
        heading: t.mailAgentRefundRequestedHeading(),
        text: `${t.mailAgentRefundRequested({ name, sum })}${reason(view.refundReason)}`,
      }
    case 'refund_unanswered':
      return {
        subject: t.mailSubjectRefundUnanswered(),
        heading: t.mailAgentRefundUnansweredHeading(),
        text: `${t.mailAgentRefundUnanswered({ name, sum })}${reason(view.refundReason)}`,
      }
    case 'refund_declined':
      return {
        subject: t.mailSubjectRefundDeclined(),
        heading: t.mailAgentRefundDeclinedHeading(),
        text: `${t.mailAgentRefundDeclined({ by: actorOf(view), fee: feeOf(view), sum, name })}${reason(view.refundAnswer)}`,
      }
    case 'refunded':
      return {
        subject: t.mailSubjectRefunded(),
        heading: t.mailAgentRefundedHeading(),
        text: `${t.mailAgentRefunded({ sum: refundedSum(view), name })}${reason(view.refundAnswer)}`,
      }
    default:
      throw withoutWords(event)
  }
}
