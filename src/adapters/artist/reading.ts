import { LEXICON, NEGATORS, SMALL_WORDS, type Tag } from './lexicon.ts'

/** What a prompt asks for. */
export type Reading = {
  /** In the order of the prompt, each once. */
  tags: readonly string[]
  /** @param tag such as `weather:rain`, or `no-weather:cloud` for what is to be left out */
  has(tag: string): boolean
  /** Names of a kind, such as every `place`, in the order of the prompt. */
  all(kind: string): string[]
  /** How many of the subject, 1 to 9. */
  count: number
  usedWords: string[]
  unusedWords: string[]
  /** Words of the prompt that ask for this and nothing else that is in `tags`. */
  wordsFor(tag: string): string[]
}

type Word = { text: string; folded: string; endsClause: boolean }
type Term = { words: Word[]; tags: readonly Tag[]; isNegated: boolean }

const LONGEST_TERM = 4

/** Without accents and case, with plain apostrophes and hyphens: `Übergrößen’s` → `ubergrossen's`. */
export const foldWord = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .replace(/[‐-―]/g, '-')

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+(?:[-'’‐][\p{L}\p{N}\p{M}]+)*/gu)) {
    const after = text.slice(match.index + match[0].length)
    words.push({ text: match[0], folded: foldWord(match[0]), endsClause: /^\s*[,.;:!?()\n|]/.test(after) })
  }
  return words
}

/** Forms under which a word may stand in the lexicon: as it is, singular, without -ing, -ed, -y, -'s. */
export function formsOf(word: string): string[] {
  const forms = [word]
  const add = (ending: string, ...replacements: string[]) => {
    if (word.length < ending.length + 3 || !word.endsWith(ending)) return
    const stem = word.slice(0, -ending.length)
    for (const replacement of replacements) forms.push(stem + replacement)
    if (stem.at(-1) === stem.at(-2)) forms.push(stem.slice(0, -1))
  }
  add("'s", '')
  add('ies', 'y', 'ie')
  add('ves', 'f', 'fe')
  add('es', '', 'e')
  add('s', '')
  add('ing', '', 'e')
  add('ed', '', 'e')
  add('ly', '', 'le')
  add('y', '', 'e')
  add('ish', '', 'e')
  add('less', '')
  return forms
}

function lookUp(folded: string[]): readonly Tag[] | undefined {
  const start = folded.slice(0, -1).join(' ')
  for (const form of formsOf(folded.at(-1) as string)) {
    const tags = LEXICON.get(start ? `${start} ${form}` : form)
    if (tags) return tags
  }
  const joined = folded.join(' ')
  return joined.includes('-') ? LEXICON.get(joined.replaceAll('-', ' ')) : undefined
}

/** The longest terms first, from the left; a negation holds for the next term and those joined to it by `or` or `and`. */
function termsOf(text: string): { terms: Term[]; unknown: Word[] } {
  const words = wordsOf(text)
  const terms: Term[] = []
  const unknown: Word[] = []
  let negatedFor = 0
  for (let at = 0; at < words.length; ) {
    const word = words[at] as Word
    let taken = 1
    let tags: readonly Tag[] | undefined
    for (let length = Math.min(LONGEST_TERM, words.length - at); length > 0 && !tags; length--) {
      const span = words.slice(at, at + length)
      if (span.slice(0, -1).some(({ endsClause }) => endsClause)) continue
      tags = lookUp(span.map(({ folded }) => folded))
      taken = length
    }
    const parts = word.folded.split('-')
    if (tags) {
      const isBare = /less$/.test(word.folded) && !LEXICON.has(word.folded)
      terms.push({ words: words.slice(at, at + taken), tags, isNegated: negatedFor > 0 || isBare })
      const next = words[at + taken]
      const isJoined = next && /^(or|nor|and|y|o|ni)$/.test(next.folded)
      if (negatedFor > 0 && !isJoined) negatedFor = 0
    } else if (NEGATORS.has(word.folded)) negatedFor = 3
    else if (parts.length > 1 && parts.some((part) => lookUp([part])))
      for (const part of parts) {
        const partTags = lookUp([part])
        if (partTags) terms.push({ words: [word], tags: partTags, isNegated: negatedFor > 0 })
      }
    else if (!SMALL_WORDS.has(word.folded)) {
      unknown.push(word)
      negatedFor = Math.max(0, negatedFor - 1)
    }
    at += taken
    if ((words[at - 1] as Word).endsClause) negatedFor = 0
  }
  return { terms, unknown }
}

/**
 * Reads with a lexicon and a few rules of grammar: no model, no chance. Whatever the negative prompt names is taken
 * away, as is what the prompt itself negates.
 */
export function readPrompt(prompt: string, negativePrompt: string): Reading {
  const { terms, unknown } = termsOf(prompt)
  const removed = new Set<Tag>()
  for (const term of termsOf(negativePrompt).terms) for (const tag of term.tags) removed.add(tag)
  // In `without snowy trees` the adjective is not what is to go, but nothing is lost with it.
  for (const { tags, isNegated } of terms) if (isNegated) for (const tag of tags) removed.add(tag)
  const tags = new Set<Tag>()
  const usedWords = new Set<string>()
  const unusedWords = new Set(unknown.map(({ text }) => text))
  let count = 1
  for (const term of terms) {
    const kept = term.isNegated ? [] : term.tags.filter((tag) => !removed.has(tag))
    for (const tag of kept) {
      if (tag.startsWith('count:')) count = Math.max(count, Number(tag.slice(6)))
      else tags.add(tag)
    }
    const target = term.isNegated || kept.length > 0 ? usedWords : unusedWords
    for (const { text } of term.words) if (!SMALL_WORDS.has(foldWord(text))) target.add(text)
  }
  for (const word of usedWords) unusedWords.delete(word)
  // What was asked to go is known to every painter as its own tag.
  for (const tag of removed) tags.delete(tag)
  const noted: string[] = [...tags, ...[...removed].map((tag) => `no-${tag}`)]
  const known = new Set(noted)
  const wordsFor = (tag: string) =>
    terms
      .filter(
        (term) =>
          !term.isNegated && term.tags.includes(tag as Tag) && term.tags.filter((one) => tags.has(one)).length === 1,
      )
      .flatMap(({ words }) => words.map(({ text }) => text))
  return {
    wordsFor,
    tags: noted,
    has: (tag) => known.has(tag),
    all: (kind) => [...tags].filter((tag) => tag.startsWith(`${kind}:`)).map((tag) => tag.slice(kind.length + 1)),
    count,
    usedWords: [...usedWords],
    unusedWords: [...unusedWords],
  }
}
