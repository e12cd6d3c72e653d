import { LEXICON, NEGATORS, SMALL_WORDS, type Tag } from './lexicon.ts'

/** What to draw of a prompt, by tags. */
export type Reading = {
  /** Each tag once, in the order of the prompt. */
  tags: readonly string[]
  /** @param tag such as `weather:rain`, or `no-weather:cloud` for what to leave out */
  has(tag: string): boolean
  /** Names of a kind, such as every `place`, in the order of the prompt. */
  all(kind: string): string[]
  /** Number of the first subject, 1 to 9. */
  count: number
}

/** `at` is its place in the text. */
export type Word = { text: string; folded: string; endsClause: boolean; at: number }
/**
 * Words that ask for something. The first tag is what they name, and the others come with it. `isPlural` means several
 * of a subject. `counts` is a number for the next subject.
 */
export type Term = {
  words: Word[]
  tags: readonly Tag[]
  isNegated: boolean
  isPlural: boolean
  counts: { number: number; of: Term | null } | null
}
/** The terms and unknown words of a text, in its order. */
export type Parsed = { terms: Term[]; unknown: Word[] }

const LONGEST_TERM = 4
/** How many a plural without a number shows. */
const PLURAL = 3
/** Figures that consist of several things. */
const SEVERAL = new Set(
  `people family couple wedding cherries fruit strawberry candle book pyramid cookie sushi ball cube crystal mushroom tulip
  apple lemon skull`.split(/\s+/),
)

/** Removes accents and case and uses plain apostrophes and hyphens: `Übergrößen’s` → `ubergrossen's`. */
export const foldWord = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .replace(/[‐-―]/g, '-')

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+(?:[-'’‐][\p{L}\p{N}\p{M}]+)*/gu)) {
    const after = text.slice(match.index + match[0].length)
    const endsClause = /^\s*[,.;:!?()\n|]/.test(after)
    words.push({ text: match[0], folded: foldWord(match[0]), endsClause, at: match.index })
  }
  return words
}

type Form = { form: string; kind: 'same' | 'plural' | 'loose' }

/** Returns the forms of a word to look up: as it is, in the singular, and loosely without -ing, -ed, -y. */
export function formsOf(word: string): Form[] {
  const forms: Form[] = [{ form: word, kind: 'same' }]
  const add = (kind: Form['kind'], ending: string, ...replacements: string[]) => {
    if (word.length < ending.length + 3 || !word.endsWith(ending)) return
    const stem = word.slice(0, -ending.length)
    for (const replacement of replacements) forms.push({ form: stem + replacement, kind })
    if (stem.at(-1) === stem.at(-2)) forms.push({ form: stem.slice(0, -1), kind })
  }
  add('same', "'s", '')
  add('plural', 'ies', 'y', 'ie')
  add('plural', 'ves', 'f', 'fe')
  add('plural', 'es', '', 'e')
  add('plural', 's', '')
  add('loose', 'ing', '', 'e')
  add('loose', 'ed', '', 'e')
  add('loose', 'ly', '', 'le')
  add('loose', 'y', '', 'e')
  add('loose', 'ish', '', 'e')
  add('loose', 'less', '')
  return forms
}

/** Fishing is not a fish and icing is not ice: only a noun finds a thing or a place. */
const isNoun = (tags: readonly Tag[]) => tags.some((tag) => /^(subject|place):/.test(tag))

function lookUp(folded: string[]): { tags: readonly Tag[]; isPlural: boolean } | undefined {
  const start = folded.slice(0, -1).join(' ')
  for (const { form, kind } of formsOf(folded.at(-1) as string)) {
    const tags = LEXICON.get(start ? `${start} ${form}` : form)
    if (tags && !(kind === 'loose' && isNoun(tags))) return { tags, isPlural: kind === 'plural' }
  }
  const joined = folded.join(' ')
  const tags = joined.includes('-') ? LEXICON.get(joined.replaceAll('-', ' ')) : undefined
  return tags && { tags, isPlural: false }
}

/**
 * Finds terms from the left, longest first. A negation applies to the next term and to those joined to it by `or` or
 * `and`.
 */
export function parse(text: string): Parsed {
  const words = wordsOf(text)
  const terms: Term[] = []
  const unknown: Word[] = []
  let negatedFor = 0
  let number: Term | null = null
  const add = (of: Word[], { tags, isPlural }: { tags: readonly Tag[]; isPlural: boolean }, isNegated: boolean) => {
    const subject = tags[0]?.startsWith('subject:') ? tags[0].slice(8) : null
    const counted = tags.find((tag) => tag.startsWith('count:'))
    const term: Term = {
      words: of,
      tags: tags.filter((tag) => tag !== counted),
      isNegated,
      counts: null,
      isPlural: (isPlural || (subject !== null && counted !== undefined)) && !SEVERAL.has(subject ?? ''),
    }
    if (counted && !subject) {
      term.counts = { number: Number(counted.slice(6)), of: null }
      number = term
    } else if (subject) {
      if (number?.counts) number.counts.of = term
      number = null
    }
    terms.push(term)
  }
  for (let at = 0; at < words.length; ) {
    const word = words[at] as Word
    let taken = 1
    let found: ReturnType<typeof lookUp>
    for (let length = Math.min(LONGEST_TERM, words.length - at); length > 0 && !found; length--) {
      const span = words.slice(at, at + length)
      if (span.slice(0, -1).some(({ endsClause }) => endsClause)) continue
      found = lookUp(span.map(({ folded }) => folded))
      taken = length
    }
    const parts = word.folded.split('-')
    if (found && !(taken === 1 && SMALL_WORDS.has(word.folded))) {
      const isBare = /less$/.test(word.folded) && !LEXICON.has(word.folded)
      add(words.slice(at, at + taken), found, negatedFor > 0 || isBare)
      const next = words[at + taken]
      const isJoined = next && /^(or|nor|and|y|o|ni)$/.test(next.folded)
      if (negatedFor > 0 && !isJoined) negatedFor = 0
    } else if (NEGATORS.has(word.folded)) negatedFor = 3
    else if (parts.length > 1 && parts.some((part) => lookUp([part])))
      for (const part of parts) {
        const known = lookUp([part])
        if (known) add([word], known, negatedFor > 0)
      }
    else if (!SMALL_WORDS.has(word.folded)) {
      // An unknown word in a negation needs no report, because it is not drawn anyway.
      if (negatedFor === 0) unknown.push(word)
      negatedFor = Math.max(0, negatedFor - 1)
    }
    at += taken
    if ((words[at - 1] as Word).endsClause) {
      negatedFor = 0
      number = null
    }
  }
  return { terms, unknown }
}

/** Returns what to leave out: everything in the negative prompt, and what the prompt itself negates. */
export function removedBy(prompt: Parsed, negative: Parsed): ReadonlySet<Tag> {
  const removed = new Set<Tag>()
  for (const { tags } of negative.terms) for (const tag of tags) removed.add(tag)
  // `without snowy trees` does not exclude snow, but leaving it out loses nothing.
  for (const { tags, isNegated } of prompt.terms) if (isNegated) for (const tag of tags) removed.add(tag)
  return removed
}

/** Returns what these terms ask for, without what is left out. */
export function readingOf(terms: readonly Term[], removed: ReadonlySet<Tag>): Reading {
  const tags = new Set<Tag>()
  for (const term of terms) if (!term.isNegated) for (const tag of term.tags) if (!removed.has(tag)) tags.add(tag)
  // Painters see what was left out as a separate tag.
  const noted: string[] = [...tags, ...[...removed].map((tag) => `no-${tag}`)]
  const known = new Set(noted)
  const all = (kind: string) =>
    [...tags].filter((tag) => tag.startsWith(`${kind}:`)).map((tag) => tag.slice(kind.length + 1))
  const first = `subject:${all('subject')[0]}`
  const numbers = terms.flatMap(({ counts }) => (counts?.of?.tags[0] === first ? [counts.number] : []))
  const isPlural = terms.some((term) => term.isPlural && !term.isNegated && term.tags[0] === first)
  const count = numbers.length > 0 ? Math.max(...numbers) : isPlural ? PLURAL : 1
  return { tags: noted, has: (tag) => known.has(tag), all, count }
}
