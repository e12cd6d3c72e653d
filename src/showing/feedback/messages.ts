import {
  type BookingView,
  type ComposedMessage,
  greeting,
  type MessageTarget,
  subjectOf,
  whenAndWhere,
  why,
  writeMail,
} from '../../notice/message/mail-messages.ts'
import { textMessage } from '../../notice/message/text-messages.ts'
import { inSameLanguage } from '../../platform/language.ts'
import { formatDate } from '../../platform/local-time.ts'
import * as t from '../text/feedback.ts'

/** @param url the visitor's own link */
export function questionMessage(
  { channel }: Pick<MessageTarget, 'channel'>,
  view: BookingView,
  { url, until }: { url: string; until: Temporal.Instant },
): ComposedMessage {
  if (channel === 'sms') return textMessage(view, (place) => t.smsAsk({ place, url }))
  const mail = writeMail(view, {
    heading: t.askHeading(),
    blocks: [
      greeting(view.buyer.name, t.askWords()),
      { kind: 'facts', rows: whenAndWhere({ ...view, confirmationNumber: null }) },
      { kind: 'button', label: t.askButton(), href: url },
      { kind: 'text', text: t.askUntil({ date: formatDate(until, view.timeZone) }) },
    ],
    footer: [why.buyer()],
  })
  return { subject: subjectOf(t.askSubject(), view), ...mail, copy: null }
}

export const questionUrl = (view: Pick<BookingView, 'bookingPageUrl'>, token: string): string =>
  inSameLanguage(new URL(`/showingbooker/feedback/${token}`, view.bookingPageUrl).href)
