import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { type NearWords, nearWords } from '../../platform/near-words.ts'
import { pageOf } from '../document/domain.ts'
import type { Posting } from '../document/index-domain.ts'
import { isSmallWord, type Language } from '../document/term-domain.ts'
import * as rule from './domain.ts'
import {
  type Alternative,
  alternativesOf,
  correctedWord,
  isKnown,
  kinTerms,
  likeTerms,
  nearTerms,
} from './matter-domain.ts'
import {
  type Asked,
  isAboutDates,
  isAboutValues,
  isAboutWhole,
  joinedWith,
  type Matter,
  readQuestion,
  VAGUELY,
  withoutNames,
} from './question-domain.ts'
import {
  bestNamed,
  type Candidate,
  namedFiles,
  rank,
  type Searched,
  type Weighed,
  weigh,
  weightsOf,
} from './ranking-domain.ts'
import * as rows from './repository.ts'

/** Units that are weighed against each other. */
const CANDIDATES = 60
/** Units before and after one that say what it is about. */
const AROUND = 2
/** So many lines before and after the one that was found may be of one list, or of one short section. */
const AROUND_IN_LIST = 40
const AROUND_ANSWER = 8
/** A word that is in so many units, and in more than two of a hundred, says little. */
const MANY_UNITS = 2_000
/** What a phrase counts at least where it is said as a whole. */
const WHOLE_PHRASE = 0.6
/** What counts of whom or when it is about, where no file knows it. */
const BESIDE = 0.25
/** In larger libraries only words with the same first letter are taken for misspelled ones. */
const SMALL_LIBRARY = 20_000
/** In the largest ones all words are taken as they are spelled: looking for others takes too long. */
const LARGE_LIBRARY = 100_000
/** How many words of similar meaning a large library is searched for when no file has the word itself. */
const FEW_NEAR = 8
const MOST_SPELLINGS = 30_000
/** Lines at the beginning of a file that say what it is. */
const HEAD = 12
const HEAD_LENGTH = 400
/** Of a long file only so much is summarized. */
const SUMMARIZED = 2_000
/** Chunks of whole files: a mark has two digits. */
const MOST_CHUNKS = 90
const LEAST_CHUNK = 500

type File = rows.SearchedRow & Searched

/** Finds what files say about a question (docs/decisions/0051). */
export function createRetrievalService({ db, clock }: { db: Database; clock: Clock }) {
  const today = () => clock.now().toZonedDateTimeISO('UTC').toPlainDate()

  async function filesOf(accountId: string, scope: rule.Scope): Promise<File[]> {
    const found = await rows.listSearched(db, { accountId, ...scope })
    return found.map((file) => {
      const { title, people, language } = file.overview
      return { ...file, language, about: [title, ...people.map(({ name }) => name)].join(' ') }
    })
  }

  /** Where all is that may be said for the matters of a question; a word that no file has is taken for a misspelled one. */
  async function lookUp(given: Asked, files: File[]): Promise<{ matters: Matter[]; postings: Posting[] }> {
    const near = await nearWords()
    const fileIds = files.map(({ id }) => id)
    const units = files.reduce((sum, file) => sum + file.sentences, 0)
    // A large library gets them only for words it lacks, because each added term costs a search of every file.
    const isSmall = units <= SMALL_LIBRARY
    const withNear = (matter: Matter) => ({
      ...matter,
      alternatives: [...matter.alternatives, ...nearOf(matter, given.language, near)],
    })
    const asked = isSmall ? { ...given, matters: given.matters.map(withNear) } : given
    const most = Math.max(MANY_UNITS, Math.round(units / 50))
    const { postings, frequent } = await rows.findTerms(db, { terms: termsOf(asked.matters), fileIds, most })
    const known = new Set(postings.map(({ term }) => term))
    const isFrequent = ({ alternatives }: Matter) =>
      alternatives.some(({ terms, weight }) => weight === 1 && terms.every((term) => frequent.has(term)))
    const isThere = ({ alternatives }: Matter) =>
      alternatives.some(({ terms }) => terms.every((term) => known.has(term)))
    const matters: Matter[] = []
    for (const matter of asked.matters) {
      // Words that are everywhere tell nothing.
      if (isFrequent(matter)) continue
      // A place that no file has is not asked for.
      if (matter.words.length === 0 && !isThere(matter)) continue
      const [word = '', more] = matter.words
      // A phrase that is nowhere may be said in its words.
      const parts = matter.words.filter((one) => !isSmallWord(one))
      const isPhraseThere = matter.alternatives.some(
        ({ terms, weight }) => weight > WHOLE_PHRASE && terms.every((term) => known.has(term)),
      )
      if (parts.length > 1 && !isPhraseThere) {
        matters.push(
          ...parts.map((one) => {
            const part = { ...matter, words: [one], alternatives: alternativesOf([one], asked.language) }
            return isSmall ? withNear(part) : part
          }),
        )
        continue
      }
      const isNowhere =
        !matter.alternatives.some(({ terms, weight }) => weight === 1 && terms.every((term) => known.has(term))) &&
        more === undefined &&
        word.length > 4 &&
        !/\d/.test(word) &&
        units <= (isThere(matter) ? SMALL_LIBRARY : LARGE_LIBRARY)
      // Whom or when it is about, and no file knows: the answer is said without it.
      const isBeside = (matter.importance <= VAGUELY || matter.isDoing === true) && !isThere(matter)
      if (!isNowhere) matters.push(isBeside ? { ...matter, importance: Math.min(matter.importance, BESIDE) } : matter)
      else {
        const first = units > SMALL_LIBRARY ? word.slice(0, 1) : null
        const range = { shortest: word.length - 3, longest: word.length + 3, limit: MOST_SPELLINGS }
        const spellings = await rows.listSpellings(db, { fileIds, first, ...range })
        const kin = kinTerms(word, spellings)
        const isMisspelled = kin.length === 0 && !isThere(matter) && !isKnown(word)
        const like = isMisspelled ? [...likeTerms(word, spellings), ...correctedWord(word)] : []
        const others =
          isSmall || kin.length + like.length > 0 ? [] : nearOf(matter, asked.language, near).slice(0, FEW_NEAR)
        const alternatives = [...matter.alternatives, ...kin, ...like, ...others]
        // A name that no file has: what is asked may be said without it, of abroad rather than of Portugal.
        const isElsewhere = matter.isName && alternatives.length === matter.alternatives.length && !isThere(matter)
        const isUnknown = isBeside && alternatives.length === matter.alternatives.length
        const most = isUnknown ? BESIDE : isElsewhere ? VAGUELY : 1
        const importance = Math.min(matter.importance, most)
        matters.push({ ...matter, importance, alternatives })
      }
    }
    const missing = termsOf(matters).filter((term) => !known.has(term) && !frequent.has(term))
    const isMore = matters.some(
      (matter, at) => matter.alternatives.length > (asked.matters[at]?.alternatives.length ?? 0),
    )
    const more = isMore ? await rows.findTerms(db, { terms: missing, fileIds, most }) : null
    return { matters, postings: [...postings, ...(more?.postings ?? [])] }
  }

  const termsOf = (matters: Matter[]) => [
    ...new Set(matters.flatMap(({ alternatives }) => alternatives.flatMap(({ terms }) => terms))),
  ]

  async function unitsAround(places: { fileId: string; number: number }[], around: number) {
    const units = await rows.listUnits(db, places, around)
    return Map.groupBy(units, ({ fileId }) => fileId)
  }

  async function blocksFor(given: Asked, files: File[]): Promise<rule.Block[]> {
    const naming = weightsOf(given.matters, [], files)
    const named = namedFiles(given.matters, naming)
    const own = files.filter(({ isOwn }) => isOwn)
    const meant = named ? files.filter(({ id }) => named.has(id)) : own.length > 0 ? own : files
    const best = bestNamed(given.matters, naming)
    const first = files.find(({ id }) => id === best) ?? meant[0]
    const whole = given.wishes.has('summary') ? await wholeFor(given, own.length > 0 ? own : files) : null
    if (whole) return rule.summaryOf(await rows.listUnitsOf(db, [whole.id], SUMMARIZED), whole.overview, today())
    if (first && isAboutDates(given) && first.overview.dates.length > 0)
      return blocksAt(
        first,
        first.overview.dates.map(({ unit }) => unit),
      )
    if (isAboutValues(given)) {
      const blocks = []
      for (const file of meant)
        blocks.push(
          ...(await blocksAt(
            file,
            file.overview.flagged.map(({ unit }) => unit),
          )),
        )
      if (blocks.length > 0) return blocks
    }
    const { matters, postings } = await lookUp(given, files)
    const asked = { ...given, matters }
    const { ranked } = rank({ matters, language: given.language, files, postings }, CANDIDATES)
    const near = await unitsAround(ranked, AROUND)
    const candidates: Candidate[] = ranked.flatMap((one) => {
      const unit = near.get(one.fileId)?.find(({ number }) => number === one.number)
      return unit ? [{ ...unit, ...one }] : []
    })
    const weighed: Weighed[] = weigh(asked, candidates, today())
    const isOwn = (fileId: string) => own.some(({ id }) => id === fileId)
    const answers = rule.answersAmong(asked, weighed, isOwn)
    if (answers.length === 0) return rule.closestOf(weighed, near)
    const around = rule.isList(asked) ? AROUND_IN_LIST : AROUND_ANSWER
    return rule.blocksOf(asked, answers, await unitsAround(answers, around))
  }

  /** The file whose summary is asked for; its first lines name it as well as its title. null: something in it is meant */
  async function wholeFor(asked: Asked, files: File[]): Promise<File | null> {
    const heads = Map.groupBy(
      await rows.listUnitsOf(
        db,
        files.map(({ id }) => id),
        HEAD,
      ),
      ({ fileId }) => fileId,
    )
    const headed = files.map((file) => {
      const head = heads.get(file.id)?.flatMap(({ text, end }) => (end <= HEAD_LENGTH ? [text] : [])) ?? []
      return { ...file, name: '', about: head.join(' ') }
    })
    const [titles, lines] = [weightsOf(asked.matters, [], files).named, weightsOf(asked.matters, [], headed).named]
    // Below the title a file is named by the word itself, not by what may be said for it.
    const named = new Map(
      files.map(({ id }) => {
        const own = titles.get(id) ?? []
        return [id, own.map((value, at) => Math.max(value, Math.floor(lines.get(id)?.[at] ?? 0)))] as [string, number[]]
      }),
    )
    const best = bestNamed(asked.matters, { weights: [], named })
    const file = files.find(({ id }) => id === best) ?? files.find(({ language }) => language === asked.language)
    const first = file ?? files[0]
    return first && isAboutWhole(asked, (at) => (named.get(first.id)?.[at] ?? 0) > 0) ? first : null
  }

  async function blocksAt({ id: fileId }: File, numbers: number[]): Promise<rule.Block[]> {
    const units = await rows.listUnits(
      db,
      numbers.map((number) => ({ fileId, number })),
      0,
    )
    return rule.blocksFrom(units, 1).toSorted((a, b) => a.first - b.first)
  }

  /** Cut out of their pages, with what stands around them. */
  async function passagesOf(blocks: rule.Block[], files: File[], around = AROUND): Promise<rule.Passage[]> {
    const byId = new Map(files.map((file) => [file.id, file]))
    const pages = await rows.listPages(db, blocks)
    const textOf = new Map(pages.map(({ fileId, number, text }) => [`${fileId} ${number}`, text]))
    const near = await unitsAround(
      blocks.flatMap(({ fileId, first, last }) => [first, last].map((number) => ({ fileId, number }))),
      around,
    )
    return blocks.flatMap(({ fileId, page, start, end, first, last, context, score, isSure }) => {
      const file = byId.get(fileId)
      const text = textOf.get(`${fileId} ${page}`)
      if (!file || text === undefined) return []
      const beside = (near.get(fileId) ?? []).filter(
        (unit) => unit.page === page && unit.number >= first - around && unit.number <= last + around,
      )
      const from = Math.min(start, ...beside.map((unit) => unit.start))
      const to = Math.max(end, ...beside.map((unit) => unit.end))
      const place = { page: pageOf(file, page), start, end, heading: context === '' ? null : context }
      return [
        { fileId, name: file.name, ...place, quote: text.slice(start, end), text: text.slice(from, to), score, isSure },
      ]
    })
  }

  return {
    /**
     * The best first: answers, or, where there is none, what comes closest. `files`: how many were searched.
     * @param asked.before the question before, where this one is about the same
     */
    async search(
      accountId: string,
      scope: rule.Scope,
      { question, before, limit }: { question: string; before?: string; limit: number },
    ) {
      const files = await filesOf(accountId, scope)
      if (files.length === 0) return { passages: [], files: 0 }
      const { text, named } = withoutNames(
        question,
        files.map(({ name }) => name),
      )
      const asked = readQuestion(text)
      const meant = named.length > 0 ? files.filter(({ name }) => named.includes(name)) : files
      const blocks = await blocksFor(before === undefined ? asked : joinedWith(asked, readQuestion(before)), meant)
      return { passages: await passagesOf(blocks.slice(0, limit), files), files: files.length }
    },

    /** Whole files of together at most so many characters, piece by piece: all of them, else the conversation's own. */
    async whole(accountId: string, scope: rule.Scope, most: number) {
      const files = await filesOf(accountId, scope)
      const units = (some: File[]) => some.reduce((sum, { sentences }) => sum + sentences, 0)
      const ids = (some: File[]) => some.map(({ id }) => id)
      const countOf = async (some: File[]) =>
        (await rows.countCharacters(db, ids(some))).values().reduce((sum, one) => sum + one, 0)
      // More units than characters fit in nowhere.
      const fits = async (some: File[]) => units(some) <= most / 2 && (await countOf(some)) <= most
      const own = files.filter(({ isOwn }) => isOwn)
      const read = (await fits(files)) ? files : (await fits(own)) ? own : []
      if (read.length === 0) return { passages: [], isAll: files.length === 0 }
      const found = await rows.listUnitsOf(db, ids(read), null)
      const length = await countOf(read)
      const order = new Map(read.map(({ id }, at) => [id, at]))
      const inOrder = found.toSorted(
        (a, b) => (order.get(a.fileId) ?? 0) - (order.get(b.fileId) ?? 0) || a.number - b.number,
      )
      let size = Math.max(LEAST_CHUNK, Math.ceil(length / (MOST_CHUNKS / 2)))
      let chunks = rule.chunksOf(inOrder, size)
      // Files of many short pages: what does not fit is found by a search.
      for (; chunks.length > MOST_CHUNKS && size < most; size *= 2) chunks = rule.chunksOf(inOrder, size)
      if (chunks.length > MOST_CHUNKS) return { passages: [], isAll: false }
      return { passages: await passagesOf(chunks, read, 0), isAll: read.length === files.length }
    },
  }
}

/** Words of similar meaning. Names, numbers and unimportant words have none. */
function nearOf(matter: Matter, language: Language, near: NearWords): Alternative[] {
  const [word = '', more] = matter.words
  if (more !== undefined || word === '' || matter.isName || /\d/.test(word) || matter.importance < LEAST_TOLD) return []
  const known = new Set(matter.alternatives.map(({ terms }) => terms.join(' ')))
  return nearTerms(word, language, near).filter(({ terms }) => !known.has(terms.join(' ')))
}
const LEAST_TOLD = 0.5
