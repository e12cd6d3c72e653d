import { BY_HEADING, eachPlace, type Posting } from '../document/index-domain.ts'
import type { UnitKind } from '../document/section-domain.ts'
import { daysIn, type Language, plainText, signsOf, stemOf, wordsOf } from '../document/term-domain.ts'
import { type Asked, isPaper, type Matter } from './question-domain.ts'
import { SIGNS_OF } from './wish-domain.ts'

const LANGUAGES: Language[] = ['en', 'es']

/** @property about its title and the people in it */
export type Searched = {
  id: string
  name: string
  about: string
  language: Language
  sentences: number
  isOwn: boolean
}
/** A unit with some matters of a question. `values` says how well it has each. */
export type Ranked = { fileId: string; number: number; values: number[]; score: number }

/** Once this many units are known, frequent words add no more. */
const ENOUGH = 6_000
/** Weight of the most common matter, compared with the rarest one. */
const LEAST = 0.4

/** How well each matter names a file, by file. */
export type Naming = Map<string, number[]>

/** Weighs the matters by how much each says. */
function weightsOf(matters: Matter[], frequencies: number[], files: Searched[]): number[] {
  const units = files.reduce((sum, { sentences }) => sum + sentences, 0)
  const rarest = Math.log(1 + units / 0.5)
  return matters.map(({ importance }, at) => {
    const rarity = Math.log(1 + units / ((frequencies[at] ?? 0) + 0.5)) / rarest
    return importance * (LEAST + (1 - LEAST) * rarity)
  })
}

/** Finds which files the matters of a question name. */
export const namingOf = (matters: Matter[], files: Pick<Searched, 'id' | 'name' | 'about'>[]): Naming =>
  new Map(
    files.map(({ id, name, about }) => {
      const stems = new Set(
        [name.replace(/\.\w{1,5}$/, ''), about].flatMap((text) =>
          wordsOf(text.replaceAll(/[_-]/g, ' ')).flatMap((word) => LANGUAGES.map((language) => stemOf(word, language))),
        ),
      )
      const of = ({ alternatives }: Matter) =>
        alternatives.reduce(
          (best, { terms, weight }) => (terms.every((term) => stems.has(term)) ? Math.max(best, weight) : best),
          0,
        )
      return [id, matters.map(of)]
    }),
  )

/** Finds the files that a question names with a word for papers in their name or title; `null` if there are none. */
export function namedFiles(matters: Matter[], naming: Naming): Set<string> | null {
  const scores = Array.from(naming, ([id, values]) => {
    const isNamed = matters.some((matter, at) => (values[at] ?? 0) > 0 && isPaper(matter))
    return { id, score: isNamed ? values.reduce((sum, value) => sum + value, 0) : 0 }
  })
  const best = Math.max(0, ...scores.map(({ score }) => score))
  if (best < 0.8) return null
  return new Set(scores.filter(({ score }) => score >= best * 0.99).map(({ id }) => id))
}

const BY_PAPER = 0.5
/** Finds the file that the words of a question name best; `null` if there is none. */
export function bestNamed(matters: Matter[], naming: Naming): string | null {
  // `Letter` names many papers, `insurance` few. The word itself names a file better than a synonym.
  const sums = Array.from(naming, ([id, values]) => ({
    id,
    sum: values.reduce((sum, value, at) => sum + value ** 2 * (matters[at] && isPaper(matters[at]) ? BY_PAPER : 1), 0),
  }))
  const best = sums.reduce<{ id: string; sum: number } | null>(
    (known, one) => (one.sum > (known?.sum ?? 0) ? one : known),
    null,
  )
  return best?.id ?? null
}

/** Ranks the units by their words alone, best first. */
export function rank(
  asked: { matters: Matter[]; language: Language; files: Searched[]; postings: Posting[] },
  limit: number,
): Ranked[] {
  const { matters, files, postings } = asked
  const byTerm = Map.groupBy(postings, ({ term }) => term)
  const places = matters.map((matter) => placesOf(matter, byTerm))
  const frequencies = places.map((byFile) => byFile.values().reduce((sum, one) => sum + one.size, 0))
  const weights = weightsOf(matters, frequencies, files)
  const naming = namingOf(matters, files)
  const order = matters.map((_, at) => at).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
  const found = new Map<string, Map<number, number[]>>()
  let entries = 0
  for (const matter of order)
    for (const [fileId, byNumber] of places[matter] ?? []) {
      const known = found.get(fileId) ?? new Map<number, number[]>()
      found.set(fileId, known)
      for (const [number, weight] of byNumber) {
        let values = known.get(number)
        if (!values) {
          if (entries >= ENOUGH) continue
          values = matters.map(() => 0)
          known.set(number, values)
          entries++
        }
        values[matter] = weight
      }
    }
  const byId = new Map(files.map((file) => [file.id, file]))
  const paper = namedFiles(matters, naming)
  const ranked: Ranked[] = []
  // A file that has more of the question is more likely the right one.
  const shares = new Map<string, number>(
    files.map(({ id }) => {
      const best = matters.map((_, at) => bestOf(places[at]?.get(id), NAMING * (naming.get(id)?.[at] ?? 0)))
      return [id, shareOf(best, weights)]
    }),
  )
  const bestShare = Math.max(0.01, ...shares.values())
  for (const [fileId, known] of found) {
    const names = naming.get(fileId)
    // Words that name the file say less about where in it the answer is.
    const within = weights.map((weight, at) => weight * (1 - NAMED_COUNTS * (names?.[at] ?? 0)))
    const likely = 1 - FILE_COUNTS * (1 - (shares.get(fileId) ?? 0) / bestShare)
    for (const [number, own] of known) {
      const around = [known.get(number - 1), known.get(number + 1)]
      const values = own.map((value, at) =>
        Math.max(value, NEAR * Math.max(0, ...around.map((one) => one?.[at] ?? 0)), NAMING * (names?.[at] ?? 0)),
      )
      const share = shareOf(values, within)
      const file = byId.get(fileId)
      const favor =
        (file?.isOwn ? 1.05 : 1) *
        likely *
        (paper && !paper.has(fileId) ? 0.6 : 1) *
        (file?.language === asked.language ? 1 : OTHER_LANGUAGE)
      ranked.push({ fileId, number, values, score: share * favor })
    }
  }
  ranked.sort((a, b) => b.score - a.score || a.number - b.number)
  return ranked.slice(0, limit)
}
/** Returns the largest value, even of many thousands. */
function bestOf(values: Map<number, number> | undefined, least: number): number {
  let best = least
  for (const value of values?.values() ?? []) if (value > best) best = value
  return best
}

const shareOf = (values: number[], weights: number[]) =>
  values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) /
  (weights.reduce((sum, one) => sum + one, 0) || 1)
const NAMED_COUNTS = 0.3
/** Weight of a matter that is only in the unit before or after. */
const NEAR = 0.45
/** What a file loses if it has nothing of the question, compared with the file that has most. */
const FILE_COUNTS = 0.3
const NAMING = 0.7
/** Factor for a file in another language than the question. */
const OTHER_LANGUAGE = 0.8

/** Maps file and unit to how well a matter is there. */
function placesOf({ alternatives }: Matter, byTerm: Map<string, Posting[]>): Map<string, Map<number, number>> {
  const places = new Map<string, Map<number, number>>()
  for (const { terms, weight } of alternatives) {
    const [first = '', ...others] = terms
    for (const { fileId, places: bytes } of byTerm.get(first) ?? []) {
      const rest = others.map((term) => byTerm.get(term)?.find((one) => one.fileId === fileId))
      if (rest.some((one) => !one)) continue
      const restPlaces = rest.map((one) => new Map(eachPlace((one as Posting).places)))
      const known = places.get(fileId) ?? new Map<number, number>()
      places.set(fileId, known)
      for (const [number, value] of eachPlace(bytes)) {
        const least = restPlaces.reduce((low, one) => Math.min(low, one.get(number) ?? 0), value) * weight
        if (least > (known.get(number) ?? 0)) known.set(number, least)
      }
    }
  }
  return places
}

/** A ranked unit with its words. */
export type Candidate = Ranked & { text: string; context: string; kind: UnitKind; section: number; page: number }
export type Weighed = Candidate & { isSure: boolean }

/** A unit with at least this share of the question is an answer. It needs less if it shows what was wanted. */
const SURE = 0.46
const SURE_BY_SIGN = 0.42
const SURE_BY_NUMBER = 0.25
/** Least share if words that say much are missing. */
const SURE_WITHOUT = 0.52
const HEAVY = 0.9
const LEAST_HIT = 0.3
/** How much of a missing action or quality is forgiven, because an answer may say it in other words. */
const LEFT_COUNTS = 0.6
/** A lower value means that the word is only nearby. */
const LEAST_SEEN = 0.47

/** Weighs units by what was wanted as well: a date if the question is when, and a future date if it asks for the next. */
export function weigh(asked: Asked, candidates: Candidate[], today: Temporal.PlainDate): Weighed[] {
  const { wishes, matters, language, needs } = asked
  const bySection = Map.groupBy(candidates, ({ fileId, section }) => `${fileId} ${section}`)
  const wanted = [...wishes].flatMap((wish) => SIGNS_OF[wish] ?? [])
  const telling = matters.map(({ importance }) => importance > 0.3)
  // A follow-up question needs a word of its own in the answer, not only words of the question before.
  const saysMore = matters.some(({ isEarlier }, at) => telling[at] && !isEarlier)
  const isTold = (at: number) => telling[at] === true && !(saysMore && matters[at]?.isEarlier)
  // If a name or an address was wanted, an answer must have one.
  const isStrict = wishes.has('name') || wishes.has('email')
  const weighed = candidates
    .filter(({ kind }) => kind !== 'heading')
    .map((one) => {
      const signs = signsOf(one.text)
      // The heading of a list may have the day for all of it: `What we need by May 3`.
      const head = signsOf(one.context.split(' › ').at(-1) ?? '')
      const hasSign =
        wanted.length === 0 || wanted.some((sign) => signs.has(sign) || (sign !== 'number' && head.has(sign)))
      const isTelling = one.values.some((value, at) => isTold(at) && value > LEAST_SEEN)
      let score = one.score * (wanted.length === 0 ? 1 : hasSign ? 1.15 : 0.78)
      if (wishes.has('next') || wishes.has('when')) score *= dayFactor(one.text, today, language, wishes.has('next'))
      if (wishes.has('may')) score *= signs.has('rule') ? 1.12 : 0.88
      // A list has several lines.
      if (wishes.has('list') && (bySection.get(`${one.fileId} ${one.section}`)?.length ?? 0) >= 3)
        score *= one.kind === 'sentence' ? 1.05 : 1.25
      if (wishes.has('level') && signs.has('flag')) score *= 1.1
      if (/\?$/.test(one.text)) score *= 0.6
      const isLeftOut = (value: number, at: number) => matters[at]?.isDoing === true && value < LEAST_HIT
      const heavy = one.values.filter((value, at) => (matters[at]?.importance ?? 0) >= HEAVY && !isLeftOut(value, at))
      const all = matters.reduce((sum, { importance }) => sum + importance, 0)
      const left = matters.reduce(
        (sum, { importance }, at) => sum + (isLeftOut(one.values[at] ?? 0, at) ? importance : 0),
        0,
      )
      const confidence = (one.score * all) / Math.max(0.01, all - LEFT_COUNTS * left)
      const isMissing = heavy.filter((value) => value < LEAST_HIT).length * 2 >= Math.max(1, heavy.length)
      const isMust = one.values.every((value, at) => !matters[at]?.isMust || value >= LEAST_HIT)
      const plain = plainText(`${one.context.split(' › ').at(-1) ?? ''} ${one.text}`)
      const hasNeeded = needs.every((need) => need.test(plain))
      // A phone number answers in few words.
      const isNumber = wishes.has('phone') && signs.has('phone')
      const isSure =
        isTelling &&
        hasNeeded &&
        isMust &&
        (!isStrict || hasSign) &&
        (isNumber || !isMissing || confidence >= SURE_WITHOUT) &&
        confidence >=
          (isNumber
            ? SURE_BY_NUMBER
            : (wanted.length > 0 && hasSign) || (wishes.has('may') && signs.has('rule'))
              ? SURE_BY_SIGN
              : SURE)
      return { ...one, score, isSure }
    })
  return weighed.sort((a, b) => b.score - a.score || a.number - b.number)
}

/** All later days count the same: a day in ten years is still in the future. */
const FARTHEST_DAY = 730
function dayFactor(text: string, today: Temporal.PlainDate, language: Language, isNext: boolean): number {
  const days = daysIn(text, today, language)
  if (!isNext || days.length === 0) return 1
  const ahead = days.map(({ day }) => today.until(day).total('days')).filter((one) => one >= 0)
  if (ahead.length === 0) return 0.85
  // A sooner day is better, but only a little.
  return 1.3 - Math.min(...ahead, FARTHEST_DAY) / 4_000
}

/** Checks whether a unit answers by its heading, not by its own words. */
export const isByHeading = ({ values }: Weighed, { matters }: Asked): boolean => {
  const important = values.filter((value, at) => (matters[at]?.importance ?? 0) > 0.5 && value > 0)
  return important.length > 0 && important.every((value) => value <= BY_HEADING + 0.001)
}
