import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Why a password is easy to guess: it contains the account's own words, is a pattern, or consists of common passwords. */
export type Weakness = 'own_words' | 'pattern' | 'common'

/** The minimum score, out of 4: at least 10^8 guesses, which take decades through our sign-in. */
const STRONG = 3
/** The shortest word that we check. Shorter ones occur in too many others. */
const SHORTEST_WORD = 4
/** Limits the cost of a crafted password. The rest of a longer password only makes it stronger. */
const BOUNDS = { maxLength: 64, l33tMaxSubstitutions: 10 }

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loads its lists of passwords, words and names on demand, because they exceed a megabyte. */
export function loadPasswordCheck(): Promise<ZxcvbnFactory> {
  estimator ??= load().catch((error) => {
    estimator = undefined
    throw error
  })
  return estimator
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const dictionary = { ...common.dictionary, ...english.dictionary }
  return new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, ...BOUNDS })
}

/**
 * Finds why a password is too easy to guess.
 * @param ownWords words that someone who knows the person or the product would try first; they add no strength
 * @returns null if it is hard to guess
 */
export async function findWeakness(password: string, ownWords: string[]): Promise<Weakness | null> {
  const own = ownWords.map(fold).filter((word) => word.length >= SHORTEST_WORD)
  const typed = fold(password)
  const rest = own.sort((a, b) => b.length - a.length).reduce(without, typed)
  const estimate = await loadPasswordCheck()
  if (rest !== typed) return estimate.check(rest).score < STRONG ? 'own_words' : null
  const { score, sequence } = estimate.check(password)
  if (score >= STRONG) return null
  return sequence.some(({ pattern }) => pattern === 'dictionary') ? 'common' : 'pattern'
}

/** Removes a word everywhere, even if digits or signs replace its letters: `b00k3r`. */
function without(text: string, word: string): string {
  const at = Math.max(...READINGS.map((read) => read(text).indexOf(word)))
  return at < 0 ? text : without(text.slice(0, at) + text.slice(at + word.length), word)
}

const LETTERS: Record<string, string> = {
  '0': 'o',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
  '(': 'c',
  '|': 'l',
  '€': 'e',
}
/** Readings of a text, each of the same length. A "1" may be an "i" or an "l". */
const READINGS = [
  (text: string) => text,
  ...['i', 'l'].map(
    (one) => (text: string) => text.replace(/[^\p{L}]/gu, (sign) => (sign === '1' ? one : (LETTERS[sign] ?? sign))),
  ),
]

/** Folds letters to lower case without accents. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
