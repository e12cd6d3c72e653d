import { plainText } from '../document/term-domain.ts'
import { isLightWord, readQuestion } from './question-domain.ts'

/** It, that, they: words for what was asked before. Not the `it` of "is it safe to drive". */
const REFERRING =
  /\b(?:it|its|they|them|their|theirs|that|this|these|those|one|ones|she|he|her|him|his|same|there|then|eso|esa|ese|esto|esta|este|esos|esas|ellos|ellas|ella|el mismo|lo|los|las|le|les|alli|ahi|suyo|suya)\b/
const EXPLETIVE =
  /\b(?:is|was|would|will|does|can|could|be|if|when) it (?:be )?(?:ok|okay|safe|possible|true|allowed|necessary|normal|fine|bad|good|take|too late|mean|cost|hurt|legal|required)\b|\bhow (?:long|much) (?:does|do|did|will|would) it (?:take|cost)\b|\b(?:this|that|these|those) (?:document|file|letter|report|lease|paper|contract|page|bill|plan|form|record|recipe)s?\b|\bare there\b|\bis there\b|\bthere (?:is|are|was|were)\b|\best[ae] (?:documento|archivo|carta|informe|contrato|factura)\b/g
const STARTING = /^(?:and|but|or|what about|how about|also|so|then|y|pero|o|tambien|entonces|que hay de)\b/
/** In Spanish these are articles before a noun. Only before a verb or at the end do they refer to something. */
const ARTICLE = /\b(?:el|la|los|las|lo) (?=\p{L}{3,})(?!(?:tomo|puedo|debo|tengo|hago|necesito|dejo|llevo|pago|uso))/gu

/** Checks whether a question makes sense only with the one before it. */
export function isFollowUp(text: string): boolean {
  const plain = plainText(text).replace(/^[¿¡\s]+/, '')
  const { language, matters } = readQuestion(text)
  if (matters.every(({ words }) => words.every(isLightWord))) return true
  if (STARTING.test(plain) && matters.length < 3) return true
  const bare = plain.replace(EXPLETIVE, ' ')
  const stripped =
    language === 'es'
      ? bare.replace(ARTICLE, ' ').replace(/\b(?:esta|este|estas|estos)\b(?= \p{L}+)/gu, ' ')
      : bare.replace(
          /\b(?:that|this) (?=(?:i|you|we|he|she|the|my|a|are|is|week|month|year|day|morning|evening|afternoon)\b)/g,
          ' ',
        )
  return REFERRING.test(stripped)
}

/** Returns the one person an answer names, whom `she` or `him` may mean; `null` for none or several. */
export function personIn(answer: string): string | null {
  const named = answer.matchAll(TITLED)
  const names = new Set(Array.from(named, ([, name = '']) => name))
  return names.size === 1 ? ([...names][0] ?? null) : null
}
const TITLED = /\b(?:Dr|Dra|Mr|Mrs|Ms|Sr|Sra|Prof)\\?\.?\s+(?:\p{Lu}[\p{L}'’-]+\s+)?(\p{Lu}[\p{L}'’-]+)/gu
const PERSONAL = /\b(?:she|he|her|him|his|hers|ella|la veo|lo veo|le veo|verla|verlo|verle)\b/
export const isAboutPerson = (text: string) => PERSONAL.test(plainText(text))
