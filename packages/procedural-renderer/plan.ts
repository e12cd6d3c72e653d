import { SMALL_WORDS, type Tag } from './prompt/lexicon.ts'
import { NEAREST_DRAWN } from './prompt/lexicon-missing.ts'
import { foldWord, formsOf, parse, type Reading, readingOf, removedBy, type Term, type Word } from './prompt/reading.ts'
import { type Scene, sceneOf } from './prompt/scene.ts'
import { isShown } from './prompt/shown.ts'

/** A word of the prompt, as written. */
export type ReadWord = {
  text: string
  /** It is in the picture, changes it, or asks to leave something out. */
  isUsed: boolean
  /** For a word that is not used: a similar word that is drawn. */
  nearest: string | null
}

export type Plan = {
  reading: Reading
  scene: Scene
  /** Each word once, in the order of the prompt, without words such as `the`. */
  words: ReadWord[]
  /** The picture shows nothing from the prompt. */
  isEmpty: boolean
}

/**
 * Plans what to draw of a prompt, with a lexicon and a few rules of grammar, without a model or chance. If the scene
 * cannot show a term, the term is removed and the rest is read again, so that unused words do not change the picture at
 * all.
 */
export function planPicture(prompt: string, negativePrompt: string): Plan {
  const parsed = parse(prompt)
  const removed = removedBy(parsed, parse(negativePrompt))
  let terms = parsed.terms.filter((term) => !isTakenAway(term, removed))
  for (;;) {
    const reading = readingOf(terms, removed)
    const scene = sceneOf(reading)
    const shown = terms.filter((term) => term.isNegated || isTermShown(term, scene, reading))
    if (shown.length === terms.length)
      return {
        reading,
        scene,
        words: wordsOf(parsed.terms, new Set(shown), parsed.unknown),
        isEmpty: shown.every(({ isNegated }) => isNegated),
      }
    terms = shown
  }
}

const isTakenAway = ({ isNegated, tags: [first] }: Term, removed: ReadonlySet<Tag>) =>
  !isNegated && first !== undefined && removed.has(first)

function isTermShown({ tags, counts }: Term, scene: Scene, reading: Reading): boolean {
  if (counts) return counts.of !== null && counts.of.tags[0] === `subject:${scene.subject}` && scene.stage !== 'room'
  return isShown(tags[0] as Tag, scene, reading)
}

/** A word that is used once counts as used. */
function wordsOf(terms: Term[], shown: ReadonlySet<Term>, unknown: Word[]): ReadWord[] {
  const used = new Map<Word, boolean>()
  for (const term of terms) for (const word of term.words) used.set(word, (used.get(word) ?? false) || shown.has(term))
  for (const word of unknown) used.set(word, false)
  const byText = new Map<string, ReadWord>()
  const inOrder = [...used].toSorted(([a], [b]) => a.at - b.at)
  for (const [{ text, folded }, isUsed] of inOrder) {
    if (SMALL_WORDS.has(folded)) continue
    const before = byText.get(text)
    if (before?.isUsed) continue
    if (before && isUsed) Object.assign(before, { isUsed, nearest: null })
    else if (!before) byText.set(text, { text, isUsed, nearest: isUsed ? null : nearestOf(text) })
  }
  return [...byText.values()]
}

function nearestOf(text: string): string | null {
  for (const { form } of formsOf(foldWord(text))) {
    const nearest = NEAREST_DRAWN.get(form)
    if (nearest) return nearest
  }
  return null
}
