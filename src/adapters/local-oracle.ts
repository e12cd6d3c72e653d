import { contentWords, escapeMarkdown, seenText } from '../features/answer/domain.ts'
import type { ChatEngine, Passage, Question } from '../features/oracle/ports.ts'

export const LOCAL_LABEL = 'Quotes from your files - no AI model connected'

const MOST_QUOTES = 5
/** Of what was asked at least so much must stand in a passage, and of what the best one has. */
const LEAST_SCORE = 0.25
const LEAST_SHARE = 0.45
/** How much a quote must differ from those before it (maximal marginal relevance, Carbonell and Goldstein 1998). */
const RELEVANCE = 0.7

/**
 * Answers without a model: with what the person's own files say, word for word, and with nothing else. It gives no advice
 * of its own; where the files do not say, it says that.
 */
export function createLocalOracle(): ChatEngine {
  return {
    name: 'local',
    label: LOCAL_LABEL,
    model: null,
    canSee: false,
    async *answer(question) {
      const chosen = bestQuotes(question.passages)
      if (chosen.length === 0) {
        yield nothingFound(question)
        return
      }
      yield chosen.length === 1
        ? 'This is what your files say:\n\n'
        : 'This is what your files say, the best match first:\n\n'
      for (const passage of chosen) yield quoted(passage, question.passages.indexOf(passage) + 1)
    },
  }
}

/** One to five, the best first, none that says what another has said. */
export function bestQuotes(passages: Passage[]): Passage[] {
  const best = Math.max(0, ...passages.map(({ score }) => score))
  const left = passages.filter(({ score }) => score >= LEAST_SCORE && score >= best * LEAST_SHARE)
  const words = new Map(left.map((passage) => [passage, new Set(contentWords(passage.quote))]))
  const chosen: Passage[] = []
  while (left.length > 0 && chosen.length < MOST_QUOTES) {
    const worth = (one: Passage) =>
      RELEVANCE * (one.score / best) -
      (1 - RELEVANCE) * Math.max(0, ...chosen.map((other) => likeness(words.get(one), words.get(other))))
    const next = left.reduce((first, one) => (worth(one) > worth(first) ? one : first))
    left.splice(left.indexOf(next), 1)
    if (!chosen.some((other) => likeness(words.get(next), words.get(other)) > 0.8)) chosen.push(next)
  }
  return chosen
}

/** Words of both, of all words of either. */
function likeness(a: Set<string> = new Set(), b: Set<string> = new Set()): number {
  const both = a.intersection(b).size
  return both === 0 ? 0 : both / a.union(b).size
}

function quoted({ quote, name, page }: Passage, number: number): string {
  const lines = quote
    .trim()
    .split('\n')
    .map((line) => `> ${escapeMarkdown(line.trim())}`)
  const place = page === null ? escapeMarkdown(seenText(name)) : `${escapeMarkdown(seenText(name))}, page ${page}`
  return `${lines.join('\n')} [${number}]\n>\n> ${place}\n\n`
}

function nothingFound({ files, text }: Question): string {
  const ofState = (...states: string[]) => files.filter(({ state }) => states.includes(state)).map(({ name }) => name)
  const named = (names: string[]) => names.map((name) => escapeMarkdown(seenText(name))).join(', ')
  const unread = ofState('no_text', 'failed')
  const pictures = ofState('picture')
  const reading = ofState('reading')
  const hasText = ofState('text').length > 0
  const words = [...new Set(contentWords(text))].slice(0, 8)
  const parts = [
    hasText ? 'Your documents do not say.' : '',
    hasText && words.length > 0 ? `I looked for these words: ${words.map(escapeMarkdown).join(', ')}.` : '',
    unread.length > 0 ? `No text could be read in ${named(unread)}.` : '',
    pictures.length > 0 ? `I cannot see pictures, so I could not look into ${named(pictures)}.` : '',
    reading.length > 0 ? `I am still reading ${named(reading)}; please ask again in a moment.` : '',
    files.length === 0 ? 'There is no file in this conversation that I could quote from.' : '',
    hasText
      ? 'No AI model is connected, so I can only quote what stands in your files. Other words may find more.'
      : 'No AI model is connected, so I can only quote what stands in your files. Add a PDF, Word or text file and ask about it.',
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}
