/** Of a text, in UTF-16 units. */
export type Span = { start: number; end: number }

/** Longer ones are cut. */
const LONGEST = 600
/** A line of so few words without an end is a heading: it goes with what follows. */
const HEADING_WORDS = 6

/** After these a point ends no sentence. */
const ABBREVIATION = new RegExp(
  `(?:^|[\\s(\\["'])(?:${[
    ...[
      'dr',
      'dra',
      'mr',
      'mrs',
      'ms',
      'prof',
      'rev',
      'sr',
      'sra',
      'jr',
      'st',
      'hon',
      'gov',
      'gen',
      'lt',
      'col',
      'sgt',
    ],
    ...[
      'no',
      'nos',
      'núm',
      'vs',
      'etc',
      'approx',
      'ca',
      'fig',
      'figs',
      'sec',
      'art',
      'ch',
      'vol',
      'pp',
      'p',
      'pg',
      'eq',
    ],
    ...[
      'e\\.g',
      'i\\.e',
      'cf',
      'al',
      'a\\.m',
      'p\\.m',
      'u\\.s',
      'ph\\.d',
      'm\\.d',
      'inc',
      'ltd',
      'co',
      'corp',
      'dept',
      'est',
    ],
    ...[
      'jan',
      'feb',
      'mar',
      'apr',
      'jun',
      'jul',
      'aug',
      'sep',
      'sept',
      'oct',
      'nov',
      'dec',
      'max',
      'min',
      'tel',
      'ext',
    ],
    ...['ave', 'blvd', 'rd', 'apt', 'b\\.i\\.d', 't\\.i\\.d', 'q\\.i\\.d', 'p\\.o', '[a-z]'],
  ].join('|')})\\.["')\\]]?$`,
  'i',
)
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The sentences of a page, in order, without space around them: each can be cut out to the letter. An abbreviation ends
 * none, a heading goes with what it is above, and a very long one is cut between its clauses.
 */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = []
  let open: Span | null = null
  for (const { index, segment } of SEGMENTER.segment(text)) {
    const end = index + segment.length
    if (!/[\p{L}\p{N}]/u.test(segment)) {
      if (open && segment.trim()) open.end = end
      continue
    }
    if (open && !isWhole(text.slice(open.start, open.end), end - open.start)) open.end = end
    else {
      if (open) spans.push(open)
      open = { start: index, end }
    }
  }
  if (open) spans.push(open)
  return spans.map((span) => trimmed(text, span)).flatMap((span) => cut(text, span))
}

/** Whether what follows is another sentence. @param joined how long both would be together */
function isWhole(sentence: string, joined: number): boolean {
  if (joined > LONGEST) return true
  const said = sentence.trimEnd()
  const isLineEnd = /[\n\r\u2029]\s*$/.test(sentence)
  if (!isLineEnd) return !ABBREVIATION.test(said)
  if (/\n\s*\n\s*$/.test(sentence) && /[.!?:;…]["')\]]?$/.test(said)) return true
  return /[.!?…]["')\]]?$/.test(said) || said.split(/\s+/, HEADING_WORDS + 1).length > HEADING_WORDS
}

function trimmed(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end)
  return { start: start + (piece.length - piece.trimStart().length), end: start + piece.trimEnd().length }
}

function cut(text: string, span: Span): Span[] {
  const pieces: Span[] = []
  let { start } = span
  while (span.end - start > LONGEST) {
    const piece = text.slice(start, start + LONGEST)
    const place = Math.max(...['\n', '; ', ': ', ', '].map((mark) => piece.lastIndexOf(mark)))
    const space = piece.lastIndexOf(' ')
    let length = place > LONGEST / 3 ? place + 1 : space > LONGEST / 3 ? space : LONGEST
    // Half of a pair of surrogates is no letter.
    if (/[\ud800-\udbff]$/.test(text.slice(start, start + length))) length--
    pieces.push(trimmed(text, { start, end: start + length }))
    start += length
  }
  return [...pieces, trimmed(text, { start, end: span.end })].filter(({ start, end }) => end > start)
}

/** BM25: how soon a repetition counts no more, how much length counts, and how many words a sentence has on average. */
const SATURATION = 1.2
const LENGTH_COUNTS = 0.6
const USUAL_LENGTH = 18
/** What a word weighs in a sentence, in thousandths, before how rare it is. As `document_term.places` holds it. */
export const weightFormula = { saturation: SATURATION, lengthCounts: LENGTH_COUNTS, usualLength: USUAL_LENGTH }
/** Bytes of a place: the sentence's number, and what the word weighs in it. */
export const PLACE_BYTES = 6

/** Words by which one asks for something, which are no words of the matter. */
const ASKING = new Set([
  ...[
    'tell',
    'say',
    'says',
    'said',
    'show',
    'explain',
    'describe',
    'mention',
    'mentions',
    'mentioned',
    'state',
    'states',
  ],
  ...[
    'summarize',
    'summarise',
    'summary',
    'please',
    'document',
    'documents',
    'file',
    'files',
    'page',
    'pages',
    'pdf',
    'text',
  ],
  ...[
    'upload',
    'uploaded',
    'attached',
    'attachment',
    'much',
    'many',
    'know',
    'want',
    'need',
    'find',
    'give',
    'question',
  ],
  ...['according', 'there', 'oracle', 'hi', 'hello', 'thanks', 'thank', 'read', 'would', 'could', 'get', 'got', 'let'],
])

/** What is asked about: the words that a text may hold, 40 at most. Empty: about the whole. */
export const askedWords = (question: string): string =>
  (question.normalize('NFKC').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’./-]*/gu) ?? [])
    .filter((word) => !ASKING.has(word.toLowerCase()))
    .slice(0, 40)
    .join(' ')

/** Where a term is in a file. */
export type Posting = { fileId: string; term: string; places: Uint8Array }
export type Ranked = { fileId: string; number: number; weight: number; score: number }

type Entry = { own: number; mask: number; weight: number; score: number }

/** How much a sentence gets of what stands right before and after it. */
const NEAR = 0.3
/** What the very word counts beside its stem. */
const EXACT = 0.25
/** Once so many are known, frequent words bring no more of them. */
const ENOUGH = 4_000

/**
 * The best sentences, the best first. `score`: the share of the question's words that are there, a rare one counting
 * more; those that stand in no file count as the rarest.
 * @param asked.terms as terms_of has them @param asked.sentences in all files together
 */
export function rank(asked: { terms: string[]; sentences: number; postings: Posting[] }, limit: number): Ranked[] {
  const stems = asked.terms.filter((term) => !term.startsWith('=')).slice(0, 30)
  const of = Map.groupBy(asked.postings, ({ term }) => term)
  const rarity = (term: string) => {
    const known = (of.get(term) ?? []).reduce((sum, { places }) => sum + places.length / PLACE_BYTES, 0)
    return Math.log(1 + (asked.sentences - known + 0.5) / (known + 0.5))
  }
  const rarities = stems.map(rarity)
  const whole = rarities.reduce((sum, one) => sum + one, 0)
  const files = new Map<string, Map<number, Entry>>()
  let entries = 0

  function count(term: string, bit: number, factor: number) {
    for (const { fileId, places } of of.get(term) ?? []) {
      const known = files.get(fileId) ?? new Map<number, Entry>()
      files.set(fileId, known)
      const view = new DataView(places.buffer, places.byteOffset, places.byteLength)
      const mayAdd = bit !== 0 && entries < ENOUGH
      for (let at = 0; at < places.length; at += PLACE_BYTES) {
        const number = view.getUint32(at)
        let entry = known.get(number)
        if (!entry) {
          if (!mayAdd) continue
          entry = { own: 0, mask: 0, weight: 0, score: 0 }
          known.set(number, entry)
          entries++
        }
        entry.own += (view.getUint16(at + 4) / 1000) * factor
        entry.mask |= bit
      }
    }
  }
  const order = stems.map((_, index) => index).sort((a, b) => (rarities[b] ?? 0) - (rarities[a] ?? 0))
  for (const index of order) count(stems[index] as string, 1 << index, rarities[index] ?? 0)
  for (const term of of.keys()) if (term.startsWith('=')) count(term, 0, rarity(term) * EXACT)

  const share = (mask: number) => rarities.reduce((sum, one, index) => sum + (mask & (1 << index) ? one : 0), 0)
  const found: Ranked[] = []
  for (const [fileId, known] of files)
    for (const [number, { own, mask }] of known) {
      const near = [known.get(number - 1), known.get(number + 1)]
      const nearMask = near.reduce((all, one) => all | (one?.mask ?? 0), 0) & ~mask
      const score = whole > 0 ? (share(mask) + share(nearMask) / 2) / whole : 0
      const weight = (own + NEAR * near.reduce((sum, one) => sum + (one?.own ?? 0), 0)) * (0.5 + score)
      found.push({ fileId, number, weight, score: Math.min(1, score) })
    }
  return found.sort((a, b) => b.weight - a.weight || a.number - b.number).slice(0, limit)
}

/** How much being like one that was chosen counts against one. */
const REPETITION = 0.5

/** Best first, and none that says again what one before it says (maximal marginal relevance). */
export function withoutRepetition<One extends { quote: string; weight: number }>(ranked: One[], limit: number): One[] {
  const best = ranked[0]?.weight ?? 1
  const left = ranked.map((one) => ({ one, words: wordsOf(one.quote) }))
  const chosen: typeof left = []
  while (left.length > 0 && chosen.length < limit) {
    let top = 0
    let topWorth = Number.NEGATIVE_INFINITY
    for (const [index, { one, words }] of left.entries()) {
      const likeness = Math.max(0, ...chosen.map((other) => alike(words, other.words)))
      const worth = likeness > 0.8 ? Number.NEGATIVE_INFINITY : one.weight / best - REPETITION * likeness
      if (worth > topWorth) [top, topWorth] = [index, worth]
    }
    const [next] = left.splice(top, 1)
    if (!next || topWorth === Number.NEGATIVE_INFINITY) break
    chosen.push(next)
  }
  return chosen.map(({ one }) => one)
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])
function alike(a: Set<string>, b: Set<string>): number {
  const both = a.intersection(b).size
  return both / (a.size + b.size - both || 1)
}

/** A letter as it is compared: without case, accents and the manner of quotes and dashes; space is nothing. */
const SAME: Record<string, string> = { '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‘': "'", '’': "'", '`': "'" }
function compared(letter: string): string {
  if (letter >= '!' && letter <= '~') return letter.toLowerCase()
  if (/[\s\u00ad\u200b-\u200d\ufeff]/.test(letter)) return ''
  if (/[\u2010-\u2015\u2212]/.test(letter)) return '-'
  return SAME[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A text as it is compared, and of each of its letters where it stands. */
function comparable(text: string) {
  let said = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const letter = compared(text[at] as string)
    said += letter
    for (let count = 0; count < letter.length; count++) places.push(at)
  }
  return { said, places }
}

const LETTER = /[\p{L}\p{N}]/u
/** Shorter ones are found everywhere. */
const SHORTEST_QUOTE = 3

/** Where a quote stands in a text, whole words, whatever its spaces, line ends, case and kinds of quotes; null: nowhere. */
export function findQuote(text: string, quote: string): Span | null {
  const { said: wanted } = comparable(quote)
  if (wanted.length < SHORTEST_QUOTE) return null
  const { said, places } = comparable(text)
  for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
    const start = places[at] ?? 0
    const end = (places[at + wanted.length - 1] ?? 0) + 1
    const isWholeWords =
      !(LETTER.test(text[start - 1] ?? '') && LETTER.test(text[start] ?? '')) &&
      !(LETTER.test(text[end] ?? '') && LETTER.test(text[end - 1] ?? ''))
    if (isWholeWords) return { start, end }
  }
  return null
}

/** What a file begins with: for questions about all of it. */
export const openingOf = (fileId: string, sentences: number): Ranked[] =>
  Array.from({ length: sentences }, (_, number) => ({ fileId, number, weight: 1, score: 0.5 }))
