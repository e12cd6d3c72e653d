import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments, toGsm, trimToSeptets } from '../../platform/sms-text.ts'
import { smsName } from '../message/text-messages.ts'
import * as t from '../text/thread.ts'

// Replies to incoming texts, in the characters that texts can carry.

/** Septets of a text that is not split. */
const ONE_TEXT = 160

/** Answers a stranger in every language, because we do not know theirs. */
export const strangerReply = (url: string): string =>
  LANGUAGES.map((language) => inLanguage(language, () => toGsm(t.smsStranger({ url })))).join('\n')

export const onlyWordsReply = (): string => toGsm(t.smsOnlyWords())

export const unreachableReply = (): string => toGsm(t.smsUnreachable())

/**
 * Fits into one text.
 * @param agent name of the agent who got the words
 * @param street of the showing they are about. Anybody can give a property the name of another agent.
 */
export function passedOnReply(agent: string | null, street: string): string {
  const name = smsName(agent ?? '', t.theAgent(), 24)
  const reply = (place: string) => toGsm(t.smsPassedOn({ agent: name, place }))
  return reply(trimToSeptets(toGsm(street), ONE_TEXT - countSegments(reply('')).units))
}
