import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments, toGsm, trimToSeptets } from '../../platform/sms-text.ts'
import { smsName } from '../message/text-messages.ts'
import * as t from '../text/thread.ts'

// Replies to incoming texts, in characters that texts can show.

/** The most septets in a single text. */
const ONE_TEXT = 160

/** Answers a stranger in every language, because we do not know which one they read. */
export const strangerReply = (url: string): string =>
  LANGUAGES.map((language) => inLanguage(language, () => toGsm(t.smsStranger({ url })))).join('\n')

export const onlyWordsReply = (): string => toGsm(t.smsOnlyWords())

/** Says that the agent got the words of a text without its picture. */
export const withoutPictureReply = (): string => toGsm(t.smsWithoutPicture())

export const unreachableReply = (): string => toGsm(t.smsUnreachable())

/**
 * Says who got the words, in one text.
 * @param agent the name of the agent who got them
 * @param street the street of their showing, because anyone can give a property another agent's name
 */
export function passedOnReply(agent: string | null, street: string): string {
  const name = smsName(agent ?? '', t.theAgent(), 24)
  const reply = (place: string) => toGsm(t.smsPassedOn({ agent: name, place }))
  return reply(trimToSeptets(toGsm(street), ONE_TEXT - countSegments(reply('')).units))
}
