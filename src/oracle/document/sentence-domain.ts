/** A part of a text, in UTF-16 units. */
export type Span = { start: number; end: number }

/** Longer sentences are cut. */
const LONGEST = 600
/** A line with at most this many words and no end is a heading, and goes with what follows. */
const HEADING_WORDS = 6

/** After these, a period does not end a sentence. */
const ABBREVIATIONS = String.raw`
  dr dra mr mrs ms prof rev sr sra jr st hon gov gen lt col sgt no nos núm vs etc approx ca fig figs sec art
  ch vol pp p pg eq e\.g i\.e cf al a\.m p\.m u\.s ph\.d m\.d inc ltd co corp dept est jan feb mar apr jun jul
  aug sep sept oct nov dec max min tel ext ave blvd rd apt b\.i\.d t\.i\.d q\.i\.d p\.o [a-z]
`
const ABBREVIATION = new RegExp(
  String.raw`(?:^|[\s(["'])(?:${ABBREVIATIONS.trim().split(/\s+/).join('|')})\.["')\]]?$`,
  'i',
)
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Splits a page into sentences, in order, each an exact part of the text without the space around it. Abbreviations do
 * not end a sentence, a heading goes with what is below it, and a very long sentence is cut between its clauses.
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

/** Checks whether what follows is another sentence. @param joined length of both together */
function isWhole(sentence: string, joined: number): boolean {
  if (joined > LONGEST) return true
  const bare = sentence.trimEnd()
  const isLineEnd = /[\n\r\u2029]\s*$/.test(sentence)
  if (!isLineEnd) return !ABBREVIATION.test(bare)
  if (/\n\s*\n\s*$/.test(sentence) && /[.!?:;…]["')\]]?$/.test(bare)) return true
  return /[.!?…]["')\]]?$/.test(bare) || bare.split(/\s+/, HEADING_WORDS + 1).length > HEADING_WORDS
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
    // Do not cut a surrogate pair in half.
    if (/[\ud800-\udbff]$/.test(text.slice(start, start + length))) length--
    pieces.push(trimmed(text, { start, end: start + length }))
    start += length
  }
  return [...pieces, trimmed(text, { start, end: span.end })].filter(({ start, end }) => end > start)
}

/** Folds a letter to compare it: no case, no accents, one kind of quotes and dashes, and no space. */
const SAME: Record<string, string> = { '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‘': "'", '’': "'", '`': "'" }
function compared(letter: string): string {
  if (letter >= '!' && letter <= '~') return letter.toLowerCase()
  if (/[\s\u00ad\u200b-\u200d\ufeff]/.test(letter)) return ''
  if (/[\u2010-\u2015\u2212]/.test(letter)) return '-'
  return SAME[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Folds a text to compare it, and records where each of its letters was. */
function comparable(text: string) {
  let letters = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const letter = compared(text[at] as string)
    letters += letter
    for (let count = 0; count < letter.length; count++) places.push(at)
  }
  return { letters, places }
}

const LETTER = /[\p{L}\p{N}]/u
/** Shorter quotes would be found everywhere. */
const SHORTEST_QUOTE = 3

/**
 * Finds a quote in a text as whole words, ignoring spaces, line ends, case and kinds of quotes; `null` if it is not
 * there.
 * @param near if the text has the quote in several places, the one in this part of it, or else the nearest
 */
export function findQuote(text: string, quote: string, near?: Span): Span | null {
  const { letters: wanted } = comparable(quote)
  if (wanted.length < SHORTEST_QUOTE) return null
  if (near) {
    const place = findQuote(text.slice(near.start, near.end), quote)
    if (place) return { start: near.start + place.start, end: near.start + place.end }
  }
  const { letters, places } = comparable(text)
  let nearest: Span | null = null
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const start = places[at] ?? 0
    const end = (places[at + wanted.length - 1] ?? 0) + 1
    const isWholeWords =
      !(LETTER.test(text[start - 1] ?? '') && LETTER.test(text[start] ?? '')) &&
      !(LETTER.test(text[end] ?? '') && LETTER.test(text[end - 1] ?? ''))
    if (!isWholeWords) continue
    if (!near) return { start, end }
    // The next places are only farther away.
    if (nearest && start - near.start >= Math.abs(nearest.start - near.start)) break
    nearest = { start, end }
  }
  return nearest
}
