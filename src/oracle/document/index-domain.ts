import {
  isSmallWord,
  type Language,
  languageOf,
  languageOfFile,
  placesIn,
  signsOf,
  stemOf,
  wordsOf,
} from './term-domain.ts'

/** Raise it whenever the terms in the index change: files with an older version are indexed again. */
export const INDEX_VERSION = 6

export type Indexed = { text: string; context: string; columns: string }

/**
 * Weight of a word in a heading above the unit, in an outer heading and in the head of its column. In the unit itself
 * it is about 1.
 */
export const BY_HEADING = 0.8
const BY_OUTER_HEADING = 0.55
const BY_COLUMN = 0.6
/** Beyond this many words, each word of a unit weighs less. */
const USUAL_WORDS = 14
/** Bytes of a place: the number of the unit, and the weight of the word in thousandths. */
export const PLACE_BYTES = 6

/** Finds the terms of a unit and their weights. */
function termsOf({ text, context, columns }: Indexed, fallback: Language): Map<string, number> {
  const language = languageOf(`${context} ${text}`) ?? fallback
  const terms = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      const term = isSmallWord(word) || word.length > 64 ? null : stemOf(word, language)
      if (term && (terms.get(term) ?? 0) < weight) terms.set(term, weight)
    }
  }
  const length = text.split(/\s+/).length
  add(text, Math.max(0.7, 1 - 0.008 * Math.max(0, length - USUAL_WORDS)))
  const headings = context.split(' › ')
  for (const [at, heading] of headings.entries())
    add(heading, at === headings.length - 1 ? BY_HEADING : BY_OUTER_HEADING)
  add(columns, BY_COLUMN)
  for (const sign of signsOf(text)) terms.set(`#${sign}`, 1)
  // A heading such as `Come back at once if` applies to each line below it.
  for (const place of [text, headings.at(-1) ?? ''].flatMap(placesIn)) terms.set(`#${place}`, 1)
  return terms
}

/** Builds the index of a file: the places of each term. It yields the thread now and then. */
export async function indexOf(units: Indexed[], rest: () => Promise<unknown>): Promise<Map<string, Uint8Array>> {
  const language = languageOfFile(units)
  const places = new Map<string, number[]>()
  for (const [number, unit] of units.entries()) {
    if (number % 100 === 99) await rest()
    for (const [term, weight] of termsOf(unit, language)) {
      const known = places.get(term)
      if (known) known.push(number, weight)
      else places.set(term, [number, weight])
    }
  }
  return new Map(Array.from(places, ([term, at]) => [term, bytesOf(at)]))
}

function bytesOf(at: number[]): Uint8Array {
  const bytes = Buffer.alloc((at.length / 2) * PLACE_BYTES)
  for (let one = 0; one < at.length; one += 2) {
    bytes.writeUInt32BE(at[one] ?? 0, (one / 2) * PLACE_BYTES)
    bytes.writeUInt16BE(Math.round(1000 * (at[one + 1] ?? 0)), (one / 2) * PLACE_BYTES + 4)
  }
  return bytes
}

/** Where a term is in a file. */
export type Posting = { fileId: string; term: string; places: Uint8Array }

/** Yields the places of a term: the number of the unit and the weight of the word. */
export function* eachPlace(bytes: Uint8Array): Generator<[number, number]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length; at += PLACE_BYTES) yield [view.getUint32(at), view.getUint16(at + 4) / 1000]
}
