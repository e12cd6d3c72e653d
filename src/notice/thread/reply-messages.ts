import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader.ts'
import { toGsm } from '../../platform/sms-text.ts'
import { smsName } from '../message/text-messages.ts'
import * as t from '../text/thread.ts'

// What we answer to a text that came in, in the alphabet of texts.

/** Answers a stranger in every language, because we do not know theirs. */
export const strangerReply = (url: string): string =>
  LANGUAGES.map((language) => inLanguage(language, () => toGsm(t.smsStranger({ url })))).join('\n')

export const onlyWordsReply = (): string => toGsm(t.smsOnlyWords())

export const unreachableReply = (): string => toGsm(t.smsUnreachable())

/** @param agent name of the agent who got the words */
export const passedOnReply = (agent: string | null): string =>
  toGsm(t.smsPassedOn({ agent: smsName(agent ?? '', t.theAgent(), 36) }))
