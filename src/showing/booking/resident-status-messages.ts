import {
  type ComposedMessage,
  greeting,
  type MessageTarget,
  subjectOf,
  whenAndWhere,
  why,
  writeMail,
} from '../../notice/message/mail-messages.ts'
import { smsWhen, textMessage } from '../../notice/message/text-messages.ts'
import { formatWhen } from '../../platform/local-time.ts'
import type { StatusView } from './status-money-messages.ts'

type Words = { at: Temporal.Instant; subject: string; heading: string; text: string; sms: (place: string) => string }

/** What the resident is told after the notice, by text and by mail: only that a showing does not take place. */
function wordsOf(view: StatusView): Words {
  // Of a move that waits for approval the old time is called off; else the one that the showing has.
  const at = view.isOff ? view.startsAt : (view.movedFrom ?? view.startsAt)
  const when = smsWhen(view, at)
  return {
    at,
    subject: 'Showing cancelled',
    heading: 'A showing of your home is cancelled',
    text: `The showing of your home on ${formatWhen(at, view.timeZone)} is cancelled. Nobody will come at that time, and you don't need to do anything.`,
    sms: (place) => `Cancelled. The showing of your home, ${place}, ${when}. Nobody will come at that time.`,
  }
}

export function residentStatus({ channel }: MessageTarget, view: StatusView): ComposedMessage {
  const { at, subject, heading, text, sms } = wordsOf(view)
  if (channel === 'sms') return textMessage(view, sms)
  const told = { ...view, startsAt: at }
  return {
    subject: subjectOf(subject, told),
    ...writeMail(told, {
      heading,
      blocks: [greeting(view.resident.name, text), { kind: 'facts', rows: whenAndWhere(view, at) }],
      footer: [why.resident()],
    }),
    copy: null,
  }
}
