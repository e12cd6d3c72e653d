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
import * as t from '../text/booking.ts'
import { type StatusView, withoutWords } from './status-money-messages.ts'

type Words = { at: Temporal.Instant; subject: string; heading: string; text: string; sms: (place: string) => string }

/** The events after which a resident who had notice reads that a showing, or its old time, is canceled. */
const CANCELING = ['cancelled', 'declined', 'moved']

/** Writes the text and the email about a canceled showing to a resident who had notice. They say nothing else. */
function wordsOf(view: StatusView): Words {
  // A move that waits for approval cancels the old time. Anything else cancels the showing's current time.
  const at = view.isOff ? view.startsAt : (view.movedFrom ?? view.startsAt)
  const when = smsWhen(view, at)
  return {
    at,
    subject: t.mailSubjectCancelled(),
    heading: t.mailResidentCancelledHeading(),
    text: t.mailResidentCancelled({ when: formatWhen(at, view.timeZone) }),
    sms: (place) => t.smsResidentCancelled({ place, when }),
  }
}

export function residentStatus({ event, channel }: MessageTarget, view: StatusView): ComposedMessage {
  if (!CANCELING.includes(event)) throw withoutWords(event)
  const { at, subject, heading, text, sms } = wordsOf(view)
  if (channel === 'sms') return textMessage(view, sms)
  const announced = { ...view, startsAt: at }
  return {
    subject: subjectOf(subject, announced),
    ...writeMail(announced, {
      heading,
      blocks: [greeting(view.resident.name, text), { kind: 'facts', rows: whenAndWhere(view, at) }],
      footer: [why.resident()],
    }),
    copy: null,
  }
}
