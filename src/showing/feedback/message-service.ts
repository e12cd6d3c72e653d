import type { BookingView, ComposedMessage, MessageTarget } from '../../notice/message/mail-messages.ts'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import { changeableUntil } from './domain.ts'
import { questionMessage, questionUrl } from './messages.ts'
import { findToken } from './repository.ts'

/** Composes the message that asks a visitor for feedback. @returns `null` if the message is about something else */
export async function composeQuestion(
  db: Database,
  bookingId: string,
  target: MessageTarget,
  view: BookingView,
): Promise<ComposedMessage | null> {
  if (target.event !== 'feedback_asked') return null
  const asked = await findToken(db, bookingId)
  if (!asked) return null
  const until = changeableUntil(instantOf(asked.asked_at))
  return questionMessage(target, view, { url: questionUrl(view, asked.token), until })
}
