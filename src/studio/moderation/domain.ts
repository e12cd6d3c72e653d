import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import { lengthOf, plainText } from '../../platform/plain-text.ts'
import { findName } from '../likeness/domain.ts'
import * as t from '../text/moderation.ts'
import { findAge, tieNumbers, tieRange, type Word } from './age-domain.ts'
import type { TermRule, TermTopic } from './contract.ts'

export const REASON_MAX = 500
export const DETAILS_MAX = 1000
export const APPEAL_MAX = 2000
export const TERM_MAX = 60
/** Maximum number of reports per hour from one visitor or account. */
export const REPORTS_AN_HOUR = 20

/** The reasons as people read them (decisions.md section 11). */
export const REPORT_REASONS = [
  { value: 'sexual', label: t.reasonSexual },
  { value: 'violent', label: t.reasonViolent },
  { value: 'hateful', label: t.reasonHateful },
  { value: 'illegal', label: t.reasonIllegal },
  { value: 'copyright', label: t.reasonCopyright },
  { value: 'other', label: t.reasonOther },
] as const

export const noSuchImage = () => notFound(t.noSuchImage(), 'image_not_found')
export const noSuchReport = () => notFound(t.noSuchReport(), 'report_not_found')
export const noSuchAppeal = () => notFound(t.noSuchAppeal(), 'appeal_not_found')
export const noSuchTerm = () => notFound(t.noSuchTerm(), 'term_not_found')
export const ownImage = () => new DomainError('conflict', 'own_image', t.ownImage())
export const ownDecision = () => new DomainError('conflict', 'own_image', t.ownDecision())
export const alreadyResolved = () => new DomainError('conflict', 'already_resolved', t.alreadyDecided())
export const notRemoved = () => new DomainError('conflict', 'not_removed', t.notRemoved())
export const alreadyAppealed = () => new DomainError('conflict', 'already_appealed', t.alreadyAppealed())
export const termTaken = () => new DomainError('conflict', 'term_taken', t.termTaken())
export const tooManyReports = (waitSeconds: number) =>
  new DomainError('too_many', 'too_many_reports', t.tooManyReports(), {
    retryAfterSeconds: Math.ceil(waitSeconds),
  })
export const ageUnconfirmed = () => new DomainError('forbidden', 'age_confirmation_required', t.confirmAge())
export const tooYoung = () => new DomainError('forbidden', 'not_adult', t.notAdult())

export const detailsIssues = (details: string): Issue[] =>
  lengthOf(plainText(details)) > DETAILS_MAX ? [{ path: 'details', message: t.atMost({ max: DETAILS_MAX }) }] : []

/** @param isNeeded true for a removal, because the creator reads the reason */
export function reasonIssues(reason: string, { path, isNeeded }: { path: string; isNeeded: boolean }): Issue[] {
  const text = plainText(reason)
  if (isNeeded && text === '') return [{ path, message: t.giveReason() }]
  return lengthOf(text) > REASON_MAX ? [{ path, message: t.atMost({ max: REASON_MAX }) }] : []
}

export function appealIssues(text: string): Issue[] {
  const words = plainText(text)
  if (words === '') return [{ path: 'text', message: t.giveAppeal() }]
  return lengthOf(words) > APPEAL_MAX ? [{ path: 'text', message: t.atMost({ max: APPEAL_MAX }) }] : []
}

export function termIssues(form: { term: string; rule: TermRule; topic?: TermTopic | undefined }): Issue[] {
  const folded = foldTerm(form.term)
  const issues: Issue[] = []
  if (folded === '' || folded.length > TERM_MAX || folded.split(' ').length > 6)
    issues.push({ path: 'term', message: t.termLength({ max: TERM_MAX }) })
  // One or two letters would match by accident.
  else if (folded.length < 3) issues.push({ path: 'term', message: t.termLetters() })
  if (form.rule === 'block' && !form.topic) issues.push({ path: 'topic', message: t.chooseTopic() })
  return issues
}

/** Folds a term for storage: folded words with one space between them. */
export const foldTerm = (term: string): string => (foldText(term).match(/[a-z0-9]+/g) ?? []).join(' ')

export type Term = { term: string; rule: TermRule; topic: TermTopic | null }

/** Why we refuse a prompt. `term` is from the list, `words` are from the prompt. */
export type Refusal = { path: 'prompt' | 'negative_prompt'; term: string; words: string[]; topic: TermTopic }

const TOPICS: Record<TermTopic, () => string> = {
  minors: t.topicMinors,
  people: t.topicPeople,
  violence: t.topicViolence,
  hate: t.topicHate,
  abuse: t.topicAbuse,
  other: t.topicOther,
}

/** Builds the error: it names the words, the rule and what to do. */
export function refused({ path, words, topic }: Refusal): DomainError {
  const named = words.map((word) => `"${word}"`)
  const topicName = TOPICS[topic]()
  const [one = '', other] = named
  const message = other
    ? t.refusedBoth({ topic: topicName, one, other, place: path })
    : t.refusedOne({ topic: topicName, word: one, place: path })
  return new DomainError('invalid', 'prompt_blocked', message, { issues: [{ path, message }] })
}

/**
 * Finds why a prompt is not allowed. It compares whole words. It sees through accents, invisible characters, look-alike
 * letters of other scripts, digits for letters, and stretched, spelled-out, or dotted words. A negative prompt says
 * what to leave out and may name anything, except the clothes of a minor.
 */
export function findRefusal(asked: { prompt: string; negativePrompt: string }, terms: Term[]): Refusal | null {
  const list = compile(terms)
  const read = (text: string) => withoutAllowed(readingsOf(text), list)
  const prompt = read(asked.prompt)
  const block = findFirst(prompt, list.block)
  if (block) return { path: 'prompt', term: block.term, words: [block.words], topic: block.topic ?? 'other' }
  const minor = findFirst(prompt, list.minor) ?? findYoung(prompt)
  const sexual = findFirst(prompt, list.sexual)
  if (sexual && minor) return { path: 'prompt', ...pair(sexual, minor), topic: 'minors' }
  const glued = findGlued(prompt, list)
  if (glued) return { path: 'prompt', ...glued, topic: 'minors' }
  const person = sexual && (findFirst(prompt, list.person) ?? findNamed(prompt, list))
  if (sexual && person) return { path: 'prompt', ...pair(sexual, person), topic: 'people' }
  const bared = minor && findFirst(read(asked.negativePrompt), list.clothing)
  if (bared) return { path: 'negative_prompt', term: bared.term, words: [bared.words], topic: 'minors' }
  return null
}

type Found = { term: string; words: string }
const pair = (one: Found, other: Found) => ({ term: `${one.term} + ${other.term}`, words: [one.words, other.words] })

/** Letters of other scripts, and Latin ones that do not decompose, each followed by the letter it looks like. */
const LOOK_ALIKES = Object.fromEntries(
  `аa вb сc ԁd еe гr һh нh іi ӏl јj кk мm пn оo рp ԛq ѕs тt ѵv ԝw хx уy зe αa βb ϲc ςs εe γy ηn ιi κk μm νv οo ρp τt υu χx
  ωw ϳj σo ıi ȷj łl øo đd ðd ħh ŧt ɡg ɑa ɩi ʀr ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ǝe ɔc ʌv ƒf ɛe`
    .split(/\s+/)
    .map((two) => [...two] as [string, string]),
)

/**
 * Folds a text to lowercase letters without accents. It turns look-alikes into Latin letters and drops invisible
 * characters.
 */
export const foldText = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}\u115f\u1160\u3164\uffa0]/gu, '')
      .toLowerCase(),
  ]
    .map((letter) => LOOK_ALIKES[letter] ?? digitOf(letter) ?? letter)
    .join('')

/** The zeros of other scripts whose digits do not decompose. The other nine follow each. */
const ZEROS = [...'٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐'].map((zero) => zero.codePointAt(0) ?? 0)

function digitOf(letter: string): string | undefined {
  const code = letter.codePointAt(0) ?? 0
  const zero = code < 0x660 ? undefined : ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? undefined : String(code - zero)
}

/** The swastika in either direction. */
const SWASTIKAS = /[\u5350\u534d\u0fd5-\u0fd8]/g

/** Characters that can stand for a letter in a word. */
const STANDS_FOR: Record<string, string> = {
  a: 'a4@',
  b: 'b8',
  c: 'c¢(',
  e: 'e3€',
  g: 'g9',
  i: 'i1!|',
  l: 'l1|i',
  o: 'o0',
  s: 's5$',
  t: 't7+',
  z: 'z2',
}

/** `isEnd` means that a mark after the word ends a clause. */
type Token = Word & { shown: string }
const SHORTEST_SPELLED = 3
/** No term is longer, also not as one word. */
const LONGEST_WORD = TERM_MAX
const SHORTEST_GLUED = 6

/**
 * Reads the words of a text in three ways, because a mark may separate words, stand for a letter, or hide inside a
 * word. It also reads words that are spelled letter by letter.
 */
function readingsOf(text: string): Token[][] {
  const [parted, meant, joined, spelled]: [Token[], Token[], Token[], Token[]] = [[], [], [], []]
  let letters: Token[] = []
  let marks = ''
  const endSpelling = () => {
    if (letters.length >= SHORTEST_SPELLED)
      spelled.push({ text: letters.map((one) => one.text).join(''), shown: letters.map((one) => one.shown).join(' ') })
    letters = []
  }
  for (const word of text.replace(SWASTIKAS, ' swastika ').split(/\s+/)) {
    const folded = foldText(word)
    const shown = word.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '') || word
    const typed = word.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== '')
    const split = (marks: RegExp): Token[] => {
      const parts = folded.split(marks).filter((part) => part !== '')
      const isTyped = parts.length === typed.length
      return parts.map((part, at) => ({
        text: part,
        shown: parts.length > 2 ? shown : ((isTyped ? typed[at] : undefined) ?? part),
      }))
    }
    const plain = folded.replace(/[^a-z0-9]/g, '')
    const parts = split(/[^a-z0-9]+/)
    const last = parts.at(-1)
    if (last && /[,;:!?)\]"|]$|\p{L}{3}\.$/u.test(word)) last.isEnd = true
    tieNumbers(parts, folded)
    marks += /^[^a-z0-9]*/.exec(folded)?.[0] ?? ''
    if (last) {
      tieRange(parted.at(-1), marks, parts[0])
      marks = /[^a-z0-9]*$/.exec(folded)?.[0] ?? ''
    }
    parted.push(...parts)
    meant.push(...split(/[^a-z0-9@€¢$!|+(]+/))
    if (plain) joined.push({ text: plain, shown })
    if (plain.length === 1) letters.push({ text: plain, shown })
    else if (plain) endSpelling()
  }
  endSpelling()
  return [parted, meant, joined, spelled].map((tokens) => tokens.map(shortened))
}

/**
 * Shortens what is stretched, and empties what is still too long for a term. Otherwise the patterns, whose letters
 * overlap, would need many seconds for a word such as `b1111…q`.
 */
function shortened(token: Token): Token {
  const text = token.text.replace(/(.)\1{3,}/g, '$1$1$1')
  return { ...token, text: text.length > LONGEST_WORD ? '' : text }
}

/** `joined` matches the words written as one; `null` if there is only one word. */
type Compiled = Term & { words: Pattern[]; joined: Pattern | null }
type Pattern = { test(text: string): boolean }
/** The letters of a word or text, as bits. */
type Letters = number
/** `glued` matches a sexual word and a minor that are written as one word, such as `nakedchild`. */
type List = Record<TermRule, Compiled[]> & { glued: Pattern }

const compiled = new WeakMap<Term[], List>()

/** Compiles a list once, because lists are read often and rarely change. */
function compile(terms: Term[]): List {
  const before = compiled.get(terms)
  if (before) return before
  const glued = gluedOf(terms)
  const list: List = { block: [], minor: [], sexual: [], person: [], clothing: [], allow: [], glued }
  for (const one of terms) {
    const words = one.term.split(' ')
    const joined = words.length > 1 ? patternOf(words.join('')) : null
    list[one.rule].push({ ...one, words: words.map(patternOf), joined })
  }
  compiled.set(terms, list)
  return list
}

/**
 * Matches a word with stretched or replaced letters, and its plural. Each run of letters has one way to match: otherwise
 * `s5s5…q` would be divided between the letters of `ss` and the plural in every way.
 */
function stretched(word: string): string {
  const runs = word.match(/(.)\1*/g) ?? []
  const letters = runs.map((run) => `[${STANDS_FOR[run.charAt(0)] ?? run.charAt(0)}]{${run.length},}`).join('')
  return `${letters}(?:${word.endsWith('s') ? 'e' : 'e?'}[s5$]+)?`
}

function patternOf(word: string): Pattern {
  // Most words begin with another letter.
  const starts = `${STANDS_FOR[word.charAt(0)] ?? word.charAt(0)}!|(`
  const letters = lettersOf(word)
  const whole = whenNeeded(() => new RegExp(`^[!|(]*${stretched(word)}[!|+(]*$`))
  return {
    test: (text) => starts.includes(text.charAt(0)) && hasLetters(readLetters(text), letters) && whole().test(text),
  }
}

function gluedOf(terms: Term[]): Pattern {
  const of = (rule: TermRule) => terms.filter((one) => one.rule === rule).map(({ term }) => term.replaceAll(' ', ''))
  const [sexual, minor] = [of('sexual'), of('minor')]
  const needed = [sexual, minor].map((words) => words.map(lettersOf))
  const isPossible = (letters: Letters) => needed.every((words) => words.some((word) => hasLetters(letters, word)))
  const whole = whenNeeded(() => {
    const [one, other] = [sexual, minor].map((words) => words.map(stretched).join('|'))
    return new RegExp(`^(?:(?:${one})(?:${other})|(?:${other})(?:${one}))$`)
  })
  return { test: (text) => isPossible(readLetters(text)) && whole().test(text) }
}

/** Compiling a pattern takes longer than matching it, and most texts lack a letter of most words. */
function whenNeeded(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The letters that each character can stand for. */
const READ_AS = new Map<string, Letters>()
for (const [at, letter] of [...'abcdefghijklmnopqrstuvwxyz'].entries())
  for (const sign of STANDS_FOR[letter] ?? letter) READ_AS.set(sign, (READ_AS.get(sign) ?? 0) | (1 << at))

/** The letters that a word of a list needs. */
const lettersOf = (word: string): Letters =>
  [...word].reduce((letters, letter) => letters | (/[a-z]/.test(letter) ? 1 << (letter.charCodeAt(0) - 97) : 0), 0)

/** The letters that a text may contain. */
function readLetters(text: string): Letters {
  let letters = 0
  for (const sign of text) letters |= READ_AS.get(sign) ?? 0
  return letters
}

const hasLetters = (text: Letters, needed: Letters): boolean => (needed & ~text) === 0

/** Returns how many words from here match the term, or 0. */
function lengthAt(tokens: Token[], { words, joined }: Compiled, start: number): number {
  if (words.every((word, at) => word.test(tokens[start + at]?.text ?? ''))) return words.length
  return joined?.test(tokens[start]?.text ?? '') ? 1 : 0
}

/** Each part of `15-year-old` shows the whole word, which we name once. */
const shownAt = (tokens: Token[], start: number, length: number): string =>
  [...new Set(tokens.slice(start, start + length).map(({ shown }) => shown))].join(' ')

/** Finds the first term that matches in any reading, with the words of the text. */
function findFirst(readings: Token[][], list: Compiled[]): (Found & { topic: TermTopic | null }) | null {
  for (const one of list)
    for (const tokens of readings)
      for (const start of tokens.keys()) {
        const length = lengthAt(tokens, one, start)
        if (length === 0) continue
        return { term: one.term, words: shownAt(tokens, start, length), topic: one.topic }
      }
  return null
}

function findGlued(readings: Token[][], { glued }: List): { term: string; words: string[] } | null {
  // Most words are the same in every reading.
  const words = new Map(readings.flat().map((token) => [token.text, token]))
  const found = [...words.values()].find(({ text }) => text.length >= SHORTEST_GLUED && glued.test(text))
  return found ? { term: 'words written as one', words: [found.shown] } : null
}

/** Finds the name of a person who is not on a list. */
function findNamed([tokens = []]: Token[][], list: List): Found | null {
  const name = findName(tokens, (word) => list.sexual.some((one) => lengthAt([word], one, 0) > 0))
  return name === null ? null : { term: 'a name', words: name }
}

/** Finds an age below 18. */
function findYoung([tokens = []]: Token[][]): Found | null {
  const age = findAge(tokens)
  if (!age) return null
  return { term: 'an age under 18', words: shownAt(tokens, age.at, age.length) }
}

/** Removes allowed phrases that look like a term. The words around them do not become neighbors. */
const withoutAllowed = (readings: Token[][], { allow }: List): Token[][] =>
  readings.map((tokens) => {
    const kept = [...tokens]
    for (const one of allow)
      for (let start = 0; start < kept.length; start++) {
        const length = lengthAt(kept, one, start)
        if (length > 0) kept.splice(start, length, { text: '', shown: '' })
      }
    return kept
  })
