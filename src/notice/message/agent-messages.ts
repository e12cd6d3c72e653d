import type { EmailBlock } from '../../platform/email-document.ts'
import { formatWhen } from '../../platform/local-time.ts'
import {
  type BookingView,
  buyerFacts,
  type ComposedMessage,
  calendarLinks,
  dueLong,
  greeting,
  subjectOf,
  WHY,
  whenAndWhere,
  writeMail,
} from './mail-messages.ts'

/** What the agent has to do, so that the notice counts. */
export function agentTask(view: BookingView): EmailBlock[] {
  if (view.occupancy === 'resident' && view.status === 'pending') {
    return [{ kind: 'note', text: 'A tenant lives here. The notice to enter goes out once you approve.' }]
  }
  const task = view.notice?.agentTask
  if (!task) return []
  const dropped = view.isLetterDropped ? 'No certified letter is mailed: this time is too soon for it.\n' : ''
  return [{ kind: 'note', text: `${dropped}${task}` }]
}

/** That the agent has to be at two properties at once. Only in the agent's own messages: it names another property. */
export const overlapNotes = ({ overlaps }: BookingView): EmailBlock[] =>
  overlaps.map(({ fullAddress, startsAt, timeZone }) => ({
    kind: 'note',
    text: `You have another showing at the same time: ${fullAddress}, ${formatWhen(startsAt, timeZone)}. Ask a colleague to show one of them, or cancel one.`,
  }))

export const noticeButton = (view: BookingView): EmailBlock[] =>
  view.noticeUrl ? [{ kind: 'button', label: 'Open the notice (PDF)', href: view.noticeUrl }] : []

export function agentMail(view: BookingView): ComposedMessage {
  const isPending = view.status === 'pending'
  const says = isPending
    ? `Please approve or decline by ${dueLong(view)}; without a decision the request is declined. The buyer's card is authorized and charged only on approval.`
    : 'The buyer has paid, and the showing is confirmed.'
  return {
    subject: subjectOf(isPending ? 'Approval needed' : 'New showing', view),
    ...writeMail(view, {
      heading: isPending ? 'A showing awaits your decision' : 'A showing has been booked',
      blocks: [
        greeting(view.agent.name, says),
        ...overlapNotes(view),
        { kind: 'facts', rows: [...whenAndWhere(view), ...buyerFacts(view)] },
        ...(isPending ? [{ kind: 'button' as const, label: 'Approve or decline', href: view.dashboardUrl }] : []),
        ...agentTask(view),
        ...noticeButton(view),
        ...(isPending ? [] : [calendarLinks(view, false)]),
      ],
      footer: [WHY.agent, ...(view.notice?.agentTask ? [WHY.notAdvice] : [])],
    }),
    copy: null,
  }
}
