import type { AttachmentService } from '../document/attachment-service.ts'
import type { Passage } from '../retrieval/domain.ts'
import {
  createWords,
  LONGEST_ANSWER,
  linkWords,
  MARK,
  notFoundInFiles,
  numbersOf,
  quoteFor,
  safeText,
} from './answer-domain.ts'
import type { Written } from './answer-repository.ts'
import type { Citation } from './contract.ts'

type Writing = {
  passages: Passage[]
  /** The citations of the answer so far. */
  citations: Citation[]
  signal: AbortSignal
  /** Finds a quote in the passage, or else in its file. */
  find(passage: Passage, quote: string): ReturnType<AttachmentService['findQuote']>
  writeEvent(event: Written): Promise<void>
  add(text: string): void
}

/** Passes on the engine's words, made safe one by one, and looks up each citation mark before anyone sees it. */
export async function writeSafely(pieces: AsyncIterable<string>, writing: Writing): Promise<void> {
  const { signal, add } = writing
  const words = createWords()
  let claim = ''
  let length = 0

  async function pass(run: string): Promise<void> {
    const raw = linkWords(run)
    let at = 0
    for (const mark of raw.matchAll(MARK)) {
      addText(raw.slice(at, mark.index), at > 0)
      const marks: string[] = []
      for (const number of numbersOf(mark)) marks.push(await cite(writing, claim, number))
      signal.throwIfAborted()
      addOnce(marks)
      at = mark.index + mark[0].length
    }
    addText(raw.slice(at), at > 0)
    // A claim ends with its paragraph.
    claim = claim.slice(claim.lastIndexOf('\n\n') + 1).slice(-4_000)
  }
  const addText = (text: string, isBehindMark: boolean) => {
    // A bracket or a colon right after a mark would make it a link.
    const raw = text.replace(/^(?=[([:])/, isBehindMark ? ' ' : '')
    const safe = safeText(raw).slice(0, LONGEST_ANSWER - length)
    length += safe.length
    if (safe) add(safe)
    claim += raw
  }
  const addOnce = (marks: string[]) => {
    const joined = [...new Set(marks)].join('')
    const text = joined.startsWith('*') && !/\s$/.test(claim) ? ` ${joined}` : joined
    length += text.length
    add(text)
  }

  try {
    for await (const piece of heeding(pieces, signal)) {
      const whole = words.push(piece)
      if (whole) await pass(whole)
      if (length >= LONGEST_ANSWER) break
    }
  } finally {
    // An answer that broke off also has a last word.
    if (!signal.aborted) await pass(words.end())
  }
}

/**
 * Looks up the source of a claim before anyone sees its mark.
 * @returns the mark with the citation's number, or a note that there is no source
 */
async function cite(
  { passages, citations, find, writeEvent }: Writing,
  claim: string,
  number: number,
): Promise<string> {
  const passage = passages[number - 1]
  const quote = passage && quoteFor(claim, passage)
  if (!passage || !quote) return notFoundInFiles()
  const { fileId, name } = passage
  const place = await find(passage, quote)
  if (!place) return notFoundInFiles()
  const known = citations.find(
    (one) => one.fileId === fileId && one.quote === quote && one.page === place.page && one.start === place.start,
  )
  if (known) return `[${known.number}]`
  const citation = { number: citations.length + 1, fileId, name, quote, ...place }
  citations.push(citation)
  await writeEvent({ kind: 'citation', text: JSON.stringify(citation) })
  return `[${citation.number}]`
}

/** Yields the pieces, and ends when the signal aborts, even if the source does not. */
async function* heeding<T>(pieces: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  signal.throwIfAborted()
  const source = pieces[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const give = () => reject(signal.reason)
  signal.addEventListener('abort', give)
  try {
    for (;;) {
      const next = await Promise.race([source.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', give)
    // Do not wait for it: it may hang.
    source.return?.().catch(() => undefined)
  }
}
