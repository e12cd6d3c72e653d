import * as t from '../text/message.ts'
import type { Channel } from './ports.ts'

export const MAY_HAVE_ARRIVED = 'an earlier try may have arrived'

/** What the log says about messages for the time before a move. */
export const OF_OLD_TIME = 'The message sent was about the old time'
export const LETTER_OF_OLD_TIME = 'The letter was about the old time'
export const UNPAID_ABROAD = 'Texts go to numbers outside the US and Canada only if the visitor paid'
export const TEXTED_TOO_OFTEN = 'This phone had too many texts in one hour'
export const LETTER_RECALLED = 'The letter was canceled before it was printed'
export const NO_TEXT_CONSENT = 'The resident has not agreed to text messages'
export const OPTED_OUT = 'This number has opted out of text messages'
export const COPY_REFUSED = 'The mail server refused a copy of this email'
export const ABANDONED = 'Sending was interrupted and could not be finished'

/** The log's reason for an unsent message. We do not store the vendor's own words, which may quote addresses and numbers. */
export const FAILURES: Record<Channel, string> = {
  sms: 'The text message could not be delivered',
  email: 'The email could not be delivered',
  certified_mail: 'The letter could not be handed to the post office',
}

/**
 * The reason if we tried a message before and do not try again, and the vendor cannot say whether it has the message.
 */
export const unsure = (reason: string) => `${reason}; ${MAY_HAVE_ARRIVED}`

/**
 * The stored reasons why a message was not sent or not delivered. We store them in English, as evidence, and show them
 * to readers in their own language.
 */
const REASONS: Record<string, () => string> = {
  [NO_TEXT_CONSENT]: t.reasonNoTextConsent,
  [OPTED_OUT]: t.reasonOptedOut,
  [UNPAID_ABROAD]: t.reasonUnpaidAbroad,
  [TEXTED_TOO_OFTEN]: t.reasonTextedTooOften,
  'The agent turned these messages off': t.reasonAgentChoice,
  [FAILURES.sms]: t.reasonSms,
  [FAILURES.email]: t.reasonEmail,
  [FAILURES.certified_mail]: t.reasonLetter,
  [COPY_REFUSED]: t.reasonCopy,
  [ABANDONED]: t.reasonAbandoned,
  'The showing was canceled before this was sent': t.reasonCancelled,
  'The showing was moved before this was sent': t.reasonMoved,
  'The showing was approved before this was sent': t.reasonApproved,
  'The buyer corrected their email': t.reasonCorrected,
  'The question was over before this was sent': t.reasonQuestionOver,
  'The refund was decided before this was sent': t.reasonRefundDecided,
  'The mail service could not be reached in time': t.reasonPostAway,
  'It was too late for a reminder': t.reasonTooLate,
  'The notice was served, or it was too late to serve it': t.reasonNoticeDone,
  'The time was paid for or released before this was sent': t.reasonLinkOver,
  'The payment came before this was sent': t.reasonLinkPaid,
  'The showing was not completed': t.reasonNotCompleted,
  'The buyer asked for a refund': t.reasonWantsRefund,
  'The showing was no longer confirmed': t.reasonNotConfirmed,
  'It would have arrived between 8 PM and 8 AM, local to the property': t.reasonQuiet,
  'The post office reports a problem with the delivery': t.reasonIssue,
  'The letter was returned to its sender': t.reasonReturned,
  [LETTER_RECALLED]: t.reasonLetterCancelled,
  'The letter could not be printed': t.reasonNotPrinted,
  'The mailing address or the letter was refused': t.reasonAddress,
  'The mail server does not know this mailbox': t.reasonMailbox,
  'The mailbox is full': t.reasonFull,
  'The mail server refused the message': t.reasonMailRefused,
  'This is not a phone number that can get texts': t.reasonNoNumber,
  'The phone company could not deliver the text message': t.reasonNotDelivered,
  'The text message was refused': t.reasonRefused,
  'Texts to that country are turned off': t.reasonCountry,
  'This number cannot be reached by text': t.reasonUnreachable,
  'This is not a mobile number': t.reasonNotMobile,
  'The text message is too long': t.reasonTooLong,
  'The phone could not be reached: it may be turned off': t.reasonSwitchedOff,
  'The phone company or the owner of the phone blocks our texts': t.reasonBlocked,
  'This number is not in service': t.reasonNoService,
  'This number is a landline or cannot get texts': t.reasonLandline,
  'The phone company filtered the text message': t.reasonFiltered,
  [OF_OLD_TIME]: t.reasonOfOldTime,
  [LETTER_OF_OLD_TIME]: t.reasonLetterOfOldTime,
  // Older rows still have these earlier texts of the same reasons.
  'The showing was cancelled before this was sent': t.reasonCancelled,
  'The letter was cancelled before it was printed': t.reasonLetterCancelled,
  'The letter could not be handed over': t.reasonLetter,
  'The post service could not be reached in time': t.reasonPostAway,
  'The showing was not confirmed any more': t.reasonNotConfirmed,
  'It would have rung between 8 PM and 8 AM': t.reasonQuiet,
  'The postal address or the letter was refused': t.reasonAddress,
  'Texts to that country are not switched on': t.reasonCountry,
  'The phone could not be reached: it may be switched off': t.reasonSwitchedOff,
  'The phone company or its owner blocks our texts': t.reasonBlocked,
}

/** Translates a stored reason for the reader. A carrier's own reason stays unchanged. */
export function reasonText(stored: string): string {
  const [reason = '', doubt] = stored.split(`; ${MAY_HAVE_ARRIVED}`)
  const words = REASONS[reason]?.() ?? reason
  return doubt === undefined ? words : t.reasonUnsure({ reason: words })
}
