import type { Database } from '../../platform/db/connect.ts'
import { type NearWords, nearWords } from '../../platform/near-words.ts'
import type { Posting } from '../document/index-domain.ts'
import { isSmallWord, type Language } from '../document/term-domain.ts'
import {
  type Alternative,
  alternativesOf,
  correctedWord,
  isKnown,
  kinTerms,
  likeTerms,
  nearTerms,
} from './matter-domain.ts'
import { type Asked, type Matter, VAGUE_WEIGHT } from './question-domain.ts'
import type { Searched } from './ranking-domain.ts'
import { findTerms, listSpellings } from './repository.ts'

/** A word in more units than this, and in more than two percent of them, says little. */
const MANY_UNITS = 2_000
/** A phrase with more weight than this is found as a whole. */
const WHOLE_PHRASE = 0.6
/** Weight of who or when a question is about, if no file mentions it. */
const UNMENTIONED_WEIGHT = 0.25
/** Above this many units, only words with the same first letter count as other spellings. */
const SMALL_LIBRARY = 20_000
/**
 * Above this many units, we take a word that no file has as spelled, because looking for similar words takes too long.
 */
const LARGE_LIBRARY = 100_000
/** How many words of similar meaning a large library is searched for when no file has the word itself. */
const FEW_NEAR = 8
const MOST_SPELLINGS = 30_000
const LEAST_TOLD = 0.5

/** Finds where files may mention the matters of a question. A word that no file has is treated as misspelled. */
export async function lookUp(
  db: Database,
  given: Asked,
  files: Searched[],
): Promise<{ matters: Matter[]; postings: Posting[] }> {
  const near = await nearWords()
  const fileIds = files.map(({ id }) => id)
  const units = files.reduce((sum, file) => sum + file.sentences, 0)
  // A large library gets similar words only for words it lacks, because each added term costs a search of every file.
  const isSmall = units <= SMALL_LIBRARY
  const withNear = (matter: Matter) =>
    isSmall ? { ...matter, alternatives: [...matter.alternatives, ...nearOf(matter, given.language, near)] } : matter
  const asked = given.matters.map(withNear)
  const most = Math.max(MANY_UNITS, Math.round(units / 50))
  const { postings, frequent } = await findTerms(db, { terms: termsOf(asked), fileIds, most })
  const known = new Set(postings.map(({ term }) => term))
  const matters: Matter[] = []
  for (const matter of asked) {
    const { words, alternatives } = matter
    const literal = alternatives.filter(({ weight }) => weight === 1)
    const isThere = isAmong(known, alternatives)
    // Skip words that are everywhere, and places that no file has.
    if (isAmong(frequent, literal) || (words.length === 0 && !isThere)) continue
    // If no file has a phrase, search for its words.
    const parts = words.filter((one) => !isSmallWord(one))
    const phrases = alternatives.filter(({ weight }) => weight > WHOLE_PHRASE)
    if (parts.length > 1 && !isAmong(known, phrases)) {
      for (const one of parts)
        matters.push(withNear({ ...matter, words: [one], alternatives: alternativesOf([one], given.language) }))
      continue
    }
    const [word = '', more] = words
    const isNowhere =
      !isAmong(known, literal) &&
      more === undefined &&
      word.length > 4 &&
      !/\d/.test(word) &&
      units <= (isThere ? SMALL_LIBRARY : LARGE_LIBRARY)
    let others: Alternative[] = []
    if (isNowhere) {
      const first = units > SMALL_LIBRARY ? word.slice(0, 1) : null
      const range = { shortest: word.length - 3, longest: word.length + 3, limit: MOST_SPELLINGS }
      const spellings = await listSpellings(db, { fileIds, first, ...range })
      others = kinTerms(word, spellings)
      if (others.length === 0 && !isThere && !isKnown(word))
        others = [...likeTerms(word, spellings), ...correctedWord(word)]
      if (others.length === 0 && !isSmall) others = nearOf(matter, given.language, near).slice(0, FEW_NEAR)
    }
    const isUnknown = others.length === 0 && !isThere
    // If no file mentions who or when it is about, the answer may be there without it.
    const isBeside = isUnknown && (matter.importance <= VAGUE_WEIGHT || matter.isDoing === true)
    // A place name that no file has counts less: the answer may be about abroad rather than Portugal.
    const isElsewhere = isUnknown && isNowhere && matter.isName
    const importance = Math.min(matter.importance, isBeside ? UNMENTIONED_WEIGHT : isElsewhere ? VAGUE_WEIGHT : 1)
    matters.push({ ...matter, importance, alternatives: [...alternatives, ...others] })
  }
  const missing = termsOf(matters).filter((term) => !known.has(term) && !frequent.has(term))
  const isMore = matters.some(({ alternatives }, at) => alternatives.length > (asked[at]?.alternatives.length ?? 0))
  const more = isMore ? await findTerms(db, { terms: missing, fileIds, most }) : null
  return { matters, postings: [...postings, ...(more?.postings ?? [])] }
}

/** Checks whether one of these alternatives has all of its terms among the given ones. */
const isAmong = (terms: Set<string>, alternatives: Alternative[]) =>
  alternatives.some((one) => one.terms.every((term) => terms.has(term)))

const termsOf = (matters: Matter[]) => [
  ...new Set(matters.flatMap(({ alternatives }) => alternatives.flatMap(({ terms }) => terms))),
]

/** Finds words of similar meaning. Names, numbers and unimportant words have none. */
function nearOf(matter: Matter, language: Language, near: NearWords): Alternative[] {
  const [word = '', more] = matter.words
  if (more !== undefined || word === '' || matter.isName || /\d/.test(word) || matter.importance < LEAST_TOLD) return []
  const known = new Set(matter.alternatives.map(({ terms }) => terms.join(' ')))
  return nearTerms(word, language, near).filter(({ terms }) => !known.has(terms.join(' ')))
}
