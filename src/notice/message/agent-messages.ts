import type { EmailBlock } from '../../platform/email-document.ts'
import { formatWhen } from '../../platform/local-time.ts'
import * as t from '../text/message.ts'
import {
  type BookingView,
  buyerFacts,
  type ComposedMessage,
  calendarLinks,
  dueLong,
  greeting,
  subjectOf,
  whenAndWhere,
  why,
  writeMail,
} from './mail-messages.ts'

/** Says what the agent must do for the notice to count. */
export function agentTask(view: BookingView): EmailBlock[] {
  if (view.occupancy === 'resident' && view.status === 'pending') {
    return [{ kind: 'note', text: t.tenantNoticeOnApproval() }]
  }
  const task = view.notice?.agentTask
  if (!task) return []
  const reason = view.hasTimeForMail ? t.letterRefunded() : t.letterDropped()
  const dropped = view.isLetterDropped ? `${reason}\n` : ''
  return [{ kind: 'note', text: `${dropped}${task}` }]
}

/**
 * Warns the agent of two showings at once. Only the agent's messages have the warning, because it names another
 * property.
 */
export const overlapNotes = ({ overlaps }: BookingView): EmailBlock[] =>
  overlaps.map(({ fullAddress, startsAt, timeZone }) => ({
    kind: 'note',
    text: t.overlap({ address: fullAddress, when: formatWhen(startsAt, timeZone) }),
  }))

/** Links to the showing in the dashboard, for the agent only. A demo has no agent: its messages go to the visitor. */
export const showingButton = (view: BookingView): EmailBlock[] =>
  view.isProductDemo ? [] : [{ kind: 'button', label: t.openShowings(), href: view.dashboardUrl }]

/** Links to the form that records the service of the notice, if the agent must serve it. */
export const postedButton = (view: BookingView): EmailBlock[] =>
  view.notice?.agentTask && !view.isProductDemo ? [{ kind: 'button', label: t.iPostedIt(), href: view.serviceUrl }] : []

export const noticeButton = (view: BookingView): EmailBlock[] =>
  view.noticeUrl ? [{ kind: 'button', label: t.openNotice(), href: view.noticeUrl }] : []

export function agentMail(view: BookingView): ComposedMessage {
  const isPending = view.status === 'pending'
  const says = isPending
    ? t.pleaseDecide({ due: dueLong(view) })
    : view.amountCents > 0
      ? t.paidAndConfirmed()
      : t.bookedByHand()
  return {
    subject: subjectOf(isPending ? t.subjectApprovalNeeded() : t.subjectNewShowing(), view),
    ...writeMail(view, {
      heading: isPending ? t.needsYourApproval() : t.hasBeenBooked(),
      blocks: [
        greeting(view.agent.name, says),
        ...overlapNotes(view),
        { kind: 'facts', rows: [...whenAndWhere(view), ...buyerFacts(view)] },
        ...(isPending
          ? [{ kind: 'button' as const, label: t.approveOrDecline(), href: view.dashboardUrl }]
          : showingButton(view)),
        ...agentTask(view),
        ...noticeButton(view),
        ...postedButton(view),
        ...(isPending ? [] : [calendarLinks(view, false)]),
      ],
      footer: [why.agent(), ...(view.notice?.agentTask ? [why.notAdvice()] : [])],
    }),
    copy: null,
  }
}
