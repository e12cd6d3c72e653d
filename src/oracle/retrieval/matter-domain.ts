import { isSmallWord, type Language, type Sign, stemOf, wordsOf } from '../document/term-domain.ts'
import { AILMENTS } from './ailment-domain.ts'
import { BUSINESS } from './business-domain.ts'
import { EVERYDAY } from './everyday-domain.ts'
import { meaningsOf } from './glossary-domain.ts'
import { HOUSEHOLD } from './household-domain.ts'
import { PAPERWORK } from './paperwork-domain.ts'
import { PHRASINGS } from './phrasing-domain.ts'
import { SYNONYMS } from './synonym-domain.ts'

/** A replacement for a word or phrase: stems that must occur together. */
export type Alternative = { terms: string[]; weight: number }
type Member = { key: string; stems: string[]; isKind: boolean; isNarrow: boolean; sign: Sign | null }

const TABLES = [SYNONYMS, PAPERWORK, AILMENTS, HOUSEHOLD, BUSINESS, EVERYDAY, PHRASINGS]
const LANGUAGES: Language[] = ['en', 'es']
const LIKE = 0.85
const WHOLE = 0.8
const KIND = 0.7
/** A question for a cardiologist gives less weight to `doctor`. */
const WHOLE_OF_NARROW = 0.5
const BY_SIGN = 0.75
const LEFT_OF_PHRASE = 0.6
const PART_OF_PHRASE = 0.45

const isTelling = (word: string) => !isSmallWord(word)
const keyOf = (stems: string[]) => stems.join(' ')

/** The groups of each phrase, by its stems. */
const groups = new Map<string, Member[][]>()
/** Single words of the table as they are spelled. */
const spoken = new Set<string>()
let longest = 1

function readTable(): void {
  for (const line of TABLES.flatMap((table) => table.trim().split('\n'))) {
    const [like = '', kinds = '', narrow = ''] = line.split('|')
    const members: Member[] = []
    for (const [part, isKind, isNarrow] of [
      [like, false, false],
      [kinds, true, false],
      [narrow, true, true],
    ] as const)
      for (const [phrase, languages] of phrasesOf(part)) {
        if (phrase.startsWith('#'))
          members.push({ key: phrase, stems: [phrase], isKind, isNarrow, sign: phrase.slice(1) as Sign })
        else
          for (const language of languages) {
            const words = wordsOf(phrase)
            const telling = words.filter(isTelling)
            if (words.length === 1 && (words[0]?.length ?? 0) > 4) spoken.add(words[0] ?? '')
            const key = keyOf(words.map((word) => stemOf(word, language)))
            // A phrase with one telling word may mean something else without its small words. It is recognized in
            // questions but not searched for.
            const stems = telling.length === 1 && words.length > 1 ? [] : telling.map((word) => stemOf(word, language))
            longest = Math.max(longest, words.length)
            if (!members.some((one) => one.key === key)) members.push({ key, stems, isKind, isNarrow, sign: null })
          }
      }
    for (const { key, sign } of members) if (!sign) groups.set(key, [...(groups.get(key) ?? []), members])
  }
}

/**
 * Splits phrases: English ones are left of `/` and Spanish ones right of it. Without `/` they are of both languages.
 */
function phrasesOf(part: string): [string, Language[]][] {
  const [left = '', right] = part.split('/')
  const read = (text: string, languages: Language[]) =>
    text
      .split(',')
      .map((one): [string, Language[]] => [one.trim(), languages])
      .filter(([phrase]) => phrase !== '')
  return right === undefined ? read(left, LANGUAGES) : [...read(left, ['en']), ...read(right, ['es'])]
}

/**
 * Finds the topics of a text, in order: each known phrase and each content word, with its synonyms.
 * @param words all of the text's words @param isTelling whether a word is a matter by itself
 */
export function mattersOf(
  words: string[],
  isTelling: (word: string) => boolean,
  language: Language | null = null,
): { words: string[]; alternatives: Alternative[] }[] {
  if (groups.size === 0) readTable()
  const matters: { words: string[]; alternatives: Alternative[] }[] = []
  for (let at = 0; at < words.length; ) {
    const parted = partedVerb(words, at)
    if (parted) {
      matters.push({ words: parted.words, alternatives: alternativesOf(parted.words, language) })
      at += parted.length
      continue
    }
    let length = Math.min(longest, words.length - at)
    while (length > 1 && !LANGUAGES.some((language) => groups.has(keyAt(words, at, length, language)))) length--
    const phrase = words.slice(at, at + length)
    if (length > 1 || phrase.every(isTelling))
      matters.push({ words: phrase, alternatives: alternativesOf(phrase, language) })
    at += length
  }
  return matters
}

/** `pick him up`: a verb and its particle, with the words between them. */
function partedVerb(words: string[], at: number): { words: string[]; length: number } | null {
  for (const length of [3, 4]) {
    const [verb = '', particle = ''] = [words[at], words[at + length - 1]]
    const isBetween = words.slice(at + 1, at + length - 1).every((word) => isSmallWord(word))
    if (PARTICLES.has(particle) && isBetween && groups.has(keyAt([verb, particle], 0, 2, 'en')))
      return { words: [verb, particle], length }
  }
  return null
}
const PARTICLES = new Set(['up', 'out', 'off', 'on', 'in', 'down', 'back', 'away', 'over'])

const keyAt = (words: string[], at: number, length: number, language: Language) =>
  keyOf(words.slice(at, at + length).map((word) => stemOf(word, language)))

/** Returns synonyms of these words. @param asked the language of the question; `null` if it is unknown */
export function alternativesOf(words: string[], asked: Language | null = null): Alternative[] {
  if (groups.size === 0) readTable()
  const known = new Map<string, Alternative>()
  const add = (terms: string[], weight: number) => {
    const key = keyOf(terms)
    const one = known.get(key)
    if (!one || one.weight < weight) known.set(key, { terms, weight })
  }
  const groupsIn = (one: Language) => groups.get(keyOf(words.map((word) => stemOf(word, one)))) ?? []
  // Words that the table knows in the question's language are not read in the other one.
  const isRead = (one: Language) => !asked || one === asked || groupsIn(asked).length === 0
  for (const language of languagesOf(words, asked)) {
    const key = keyOf(words.map((word) => stemOf(word, language)))
    const telling = words.length > 1 ? words.filter(isTelling) : words
    if (telling.length > 0)
      add(
        telling.map((word) => stemOf(word, language)),
        // The rest of `move out` may be another matter.
        telling.length === 1 && words.length > 1 && groups.has(key) ? LEFT_OF_PHRASE : 1,
      )
    if (telling.length > 1) for (const word of telling) add([stemOf(word, language)], PART_OF_PHRASE)
    for (const members of isRead(language) ? (groups.get(key) ?? []) : []) {
      const { isKind = false, isNarrow = false } = members.find((one) => one.key === key) ?? {}
      for (const member of members) {
        if (member.stems.length === 0 || (isKind && (member.isKind || member.sign))) continue
        add(
          member.stems,
          member.sign ? BY_SIGN : isNarrow ? WHOLE_OF_NARROW : isKind ? WHOLE : member.isKind ? KIND : LIKE,
        )
      }
    }
  }
  const [only = '', more] = words
  const small = more === undefined ? undiminished(only).find((one) => isKnown(one)) : undefined
  if (small !== undefined)
    for (const { terms, weight } of alternativesOf([small], asked)) add(terms, Math.min(weight, AS_DIMINUTIVE))
  return [...known.values()]
}

/** Decides in which languages words are read: `come` in an English question does not mean to eat. */
function languagesOf(words: string[], language: Language | null): Language[] {
  if (!language) return LANGUAGES
  const [own, other] = [language, language === 'en' ? 'es' : 'en'].map(
    (one) => groups.get(keyOf(words.map((word) => stemOf(word, one as Language)))) ?? [],
  )
  const isFalseFriend = own?.length && other?.length && !own.some((group) => other.includes(group))
  return isFalseFriend ? [language] : LANGUAGES
}

/** Returns what a Spanish diminutive may come from: `copita` from copa, `cervecita` from cerveza. */
function undiminished(word: string): string[] {
  const [, root = '', end = ''] = /^(\p{L}{2,})it([oa])s?$/u.exec(word) ?? []
  if (root === '') return []
  const short = root.replace(/e?c$/, '')
  return [root + end, short + end, `${root.replace(/c$/, 'z')}${end}`, short, `${short}e`].filter(
    (one) => one.length > 2,
  )
}
const AS_DIMINUTIVE = 0.9

/** Returns how many letters of a misspelled word may differ, by its length. */
const farthest = (word: string) => (word.length < 5 ? 0 : word.length < 8 ? 1 : 2)
const SPELLED_LIKE = 0.8
const MOST_LIKE = 4

/** Finds the terms of files that a misspelled word may mean, only the nearest ones. */
export function likeTerms(word: string, vocabulary: string[]): Alternative[] {
  let best = farthest(word)
  let found: string[] = []
  for (const term of vocabulary) {
    const language: Language = term.startsWith('~') ? 'es' : 'en'
    const bare = language === 'es' ? term.slice(1) : term
    if (bare.length < 4) continue
    const stem = stemOf(word, language).replace(/^~/, '')
    const distance = Math.min(distanceOf(word, bare, best), distanceOf(stem, bare, best))
    // The shorter a word is, the less of it may differ: `Portugal` is not `portal`.
    if (distance > Math.min(best, farthest(bare))) continue
    if (distance < best) found = []
    best = distance
    found.push(term)
  }
  return found.slice(0, MOST_LIKE).map((term) => ({ terms: [term], weight: SPELLED_LIKE }))
}

/** Finds terms of files with the same stem: `trainer` and `training`, `nitro` and `nitroglycerin`. */
export function kinTerms(word: string, vocabulary: string[]): Alternative[] {
  const found = vocabulary.filter((term) => {
    const language: Language = term.startsWith('~') ? 'es' : 'en'
    const [one = '', other = ''] = [term, stemOf(word, language)]
      .map((stem) => stem.replace(/^~/, ''))
      .sort((a, b) => a.length - b.length)
    const isClipped = word.length >= LEAST_KIN && other.startsWith(word)
    const isNear = other.length - one.length <= MOST_ENDING || isClipped
    return one.length >= LEAST_KIN && one !== other && isNear && other.startsWith(one)
  })
  return found.slice(0, MOST_LIKE).map((term) => ({ terms: [term], weight: KIN }))
}
const LEAST_KIN = 5
const MOST_ENDING = 3
const KIN = 0.75

/** Checks whether the table has a word, so that it is not misspelled. */
export function isKnown(word: string): boolean {
  if (groups.size === 0) readTable()
  return LANGUAGES.some((language) => groups.has(stemOf(word, language)))
}

/** Returns synonyms of the table's word that a misspelled word means. */
export function correctedWord(word: string): Alternative[] {
  if (groups.size === 0) readTable()
  let best = farthest(word)
  let meant: string | undefined
  for (const known of spoken) {
    const distance = distanceOf(word, known, best)
    if (distance > farthest(known)) continue
    if (distance <= best && distance > 0 && (distance < best || meant === undefined)) {
      best = distance
      meant = known
    }
  }
  return meant ? alternativesOf([meant]).map(({ terms, weight }) => ({ terms, weight: weight * SPELLED_LIKE })) : []
}

/**
 * Counts the letters to change, add, remove, or swap with the next one. Above `most`, it only says that there are more.
 */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return row[other.length] ?? most + 1
}

/**
 * Returns translations of a word, and words of similar meaning in both languages. @param near the table, by English
 * stem
 */
export function nearTerms(word: string, language: Language, near: ReadonlyMap<string, string>): Alternative[] {
  const english = new Map<string, number>()
  const spanish = new Map<string, number>()
  const add = (known: Map<string, number>, stem: string, weight: number) => {
    if ((known.get(stem) ?? 0) < weight) known.set(stem, weight)
  }
  const own = stemOf(word, language)
  const meant = language === 'en' ? [own] : meaningsOf(own, 'es')
  for (const stem of meant) {
    if (language === 'es') add(english, stem, MEANT)
    for (const row of (near.get(stem) ?? '').split(' ')) {
      const weight = Number(row.at(-1)) / 10
      if (weight >= LEAST_NEAR) add(english, row.slice(0, -1), weight * NEAR_COUNTS * (language === 'es' ? MEANT : 1))
    }
  }
  for (const [stem, weight] of [...english, ...(language === 'en' ? [[own, 1] as const] : [])])
    for (const other of meaningsOf(stem, 'en')) if (other !== own) add(spanish, other, weight * MEANT)
  return [...english, ...spanish]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_NEAR)
    .map(([term, weight]) => ({ terms: [term], weight }))
}
/** Weight of a translation, and factor for a word of similar meaning. */
const MEANT = 0.85
const NEAR_COUNTS = 0.6
const LEAST_NEAR = 0.4
const MOST_NEAR = 40
