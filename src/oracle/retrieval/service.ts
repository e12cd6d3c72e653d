import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { pageOf } from '../document/domain.ts'
import {
  answersAmong,
  type Block,
  blocksFrom,
  blocksOf,
  chunksOf,
  closestOf,
  isList,
  type Passage,
  type Scope,
  summaryOf,
} from './domain.ts'
import { lookUp } from './lookup-service.ts'
import {
  type Asked,
  isAboutDates,
  isAboutValues,
  isAboutWhole,
  joinedWith,
  readQuestion,
  withoutNames,
} from './question-domain.ts'
import { bestNamed, type Naming, namedFiles, namingOf, rank, type Searched, weigh } from './ranking-domain.ts'
import { countCharacters, listPages, listSearched, listUnits, listUnitsOf, type SearchedRow } from './repository.ts'

type RetrievalDeps = { db: Database; clock: Clock }
type File = SearchedRow & Searched

/** How many units we compare. */
const CANDIDATES = 60
/** Units before and after a found one that say what it is about. */
const AROUND = 2
/** Lines before and after a found one that may belong to the same list, or to the same short section. */
const AROUND_IN_LIST = 40
const AROUND_ANSWER = 8
/** How many lines at the beginning of a file say what it is, and their maximum length. */
const HEAD = 12
const HEAD_LENGTH = 400
/** Maximum number of units of a long file that we summarize. */
const SUMMARIZED = 2_000
/** Maximum number of chunks of whole files, because a citation mark has two digits, and their minimum size. */
const MOST_CHUNKS = 90
const LEAST_CHUNK = 500

/** Finds what files say about a question (docs/decisions/0051). */
export const createRetrievalService = (deps: RetrievalDeps) => withDeps(deps, { search, whole })

export type RetrievalService = ReturnType<typeof createRetrievalService>

/**
 * Finds answers, best first, or what comes closest if there are none. `files` is the number of files searched.
 * @param asked.before the question before, if this one is about the same
 */
async function search(
  deps: RetrievalDeps,
  accountId: string,
  scope: Scope,
  { question, before, limit }: { question: string; before?: string; limit: number },
): Promise<{ passages: Passage[]; files: number }> {
  const files = await filesOf(deps, accountId, scope)
  if (files.length === 0) return { passages: [], files: 0 }
  const names = files.map(({ name }) => name)
  const { text, named } = withoutNames(question, names)
  const asked = readQuestion(text)
  const meant = named.length > 0 ? files.filter(({ name }) => named.includes(name)) : files
  const blocks = await blocksFor(deps, before === undefined ? asked : joinedWith(asked, readQuestion(before)), meant)
  return { passages: await passagesOf(deps, blocks.slice(0, limit), files), files: files.length }
}

/**
 * Reads whole files piece by piece, up to a number of characters in total: all files, or else the conversation's own.
 */
async function whole(
  deps: RetrievalDeps,
  accountId: string,
  scope: Scope,
  most: number,
): Promise<{ passages: Passage[]; isAll: boolean }> {
  const { db } = deps
  const files = await filesOf(deps, accountId, scope)
  const countOf = async (some: File[]) =>
    (await countCharacters(db, idsOf(some))).values().reduce((sum, one) => sum + one, 0)
  // This many units cannot fit.
  const fits = async (some: File[]) =>
    some.reduce((sum, { sentences }) => sum + sentences, 0) <= most / 2 && (await countOf(some)) <= most
  const own = files.filter(({ isOwn }) => isOwn)
  const read = (await fits(files)) ? files : (await fits(own)) ? own : []
  if (read.length === 0) return { passages: [], isAll: files.length === 0 }
  const byFile = Map.groupBy(await listUnitsOf(db, idsOf(read), null), ({ fileId }) => fileId)
  const inOrder = read.flatMap(({ id }) => byFile.get(id) ?? [])
  let size = Math.max(LEAST_CHUNK, Math.ceil((await countOf(read)) / (MOST_CHUNKS / 2)))
  let chunks = chunksOf(inOrder, size)
  // If many short pages make too many chunks, double the size. If that is not enough, the caller searches instead.
  for (; chunks.length > MOST_CHUNKS && size < most; size *= 2) chunks = chunksOf(inOrder, size)
  if (chunks.length > MOST_CHUNKS) return { passages: [], isAll: false }
  return { passages: await passagesOf(deps, chunks, read, 0), isAll: read.length === files.length }
}

async function filesOf({ db }: RetrievalDeps, accountId: string, scope: Scope): Promise<File[]> {
  const found = await listSearched(db, { accountId, ...scope })
  return found.map((file) => {
    const { title, people, language } = file.overview
    return { ...file, language, about: [title, ...people.map(({ name }) => name)].join(' ') }
  })
}

const idsOf = (files: File[]) => files.map(({ id }) => id)

async function blocksFor(deps: RetrievalDeps, given: Asked, files: File[]): Promise<Block[]> {
  const { db, clock } = deps
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const naming = namingOf(given.matters, files)
  const named = namedFiles(given.matters, naming)
  const own = files.filter(({ isOwn }) => isOwn)
  const meant = named ? files.filter(({ id }) => named.has(id)) : own.length > 0 ? own : files
  const best = bestNamed(given.matters, naming)
  const first = files.find(({ id }) => id === best) ?? meant[0]
  const summarized = given.wishes.has('summary')
    ? await findSummarized(deps, given, own.length > 0 ? own : files, naming)
    : null
  if (summarized) return summaryOf(await listUnitsOf(db, [summarized.id], SUMMARIZED), summarized.overview, today)
  if (first && isAboutDates(given) && first.overview.dates.length > 0)
    return blocksAt(deps, first, first.overview.dates)
  if (isAboutValues(given)) {
    const blocks = []
    for (const file of meant) blocks.push(...(await blocksAt(deps, file, file.overview.flagged)))
    if (blocks.length > 0) return blocks
  }
  const { matters, postings } = await lookUp(db, given, files)
  const asked = { ...given, matters }
  const ranked = rank({ matters, language: given.language, files, postings }, CANDIDATES)
  const near = await unitsAround(deps, ranked, AROUND)
  const candidates = ranked.flatMap((one) => {
    const unit = near.get(one.fileId)?.find(({ number }) => number === one.number)
    return unit ? [{ ...unit, ...one }] : []
  })
  const weighed = weigh(asked, candidates, today)
  const answers = answersAmong(asked, weighed, (fileId) => own.some(({ id }) => id === fileId))
  if (answers.length === 0) return closestOf(weighed, near)
  const around = isList(asked) ? AROUND_IN_LIST : AROUND_ANSWER
  return blocksOf(asked, answers, await unitsAround(deps, answers, around))
}

/**
 * Finds the file to summarize. Its first lines name it as well as its title does. Returns `null` if something in it is
 * meant.
 */
async function findSummarized(
  { db }: RetrievalDeps,
  asked: Asked,
  files: File[],
  titles: Naming,
): Promise<File | null> {
  const heads = Map.groupBy(await listUnitsOf(db, idsOf(files), HEAD), ({ fileId }) => fileId)
  const headed = files.map(({ id }) => {
    const head = heads.get(id)?.flatMap(({ text, end }) => (end <= HEAD_LENGTH ? [text] : [])) ?? []
    return { id, name: '', about: head.join(' ') }
  })
  const lines = namingOf(asked.matters, headed)
  // In the lines below the title, only the word itself names the file, not a synonym.
  const named: Naming = new Map(
    files.map(({ id }) => {
      const own = titles.get(id) ?? []
      return [id, own.map((value, at) => Math.max(value, Math.floor(lines.get(id)?.[at] ?? 0)))]
    }),
  )
  const best = bestNamed(asked.matters, named)
  const file = files.find(({ id }) => id === best) ?? files.find(({ language }) => language === asked.language)
  const first = file ?? files[0]
  return first && isAboutWhole(asked, (at) => (named.get(first.id)?.[at] ?? 0) > 0) ? first : null
}

async function unitsAround({ db }: RetrievalDeps, places: { fileId: string; number: number }[], around: number) {
  return Map.groupBy(await listUnits(db, places, around), ({ fileId }) => fileId)
}

async function blocksAt({ db }: RetrievalDeps, { id: fileId }: File, places: { unit: number }[]): Promise<Block[]> {
  const units = await listUnits(
    db,
    places.map(({ unit }) => ({ fileId, number: unit })),
    0,
  )
  return blocksFrom(units, 1).toSorted((a, b) => a.first - b.first)
}

/** Cuts blocks out of their pages, with the text around them. */
async function passagesOf(deps: RetrievalDeps, blocks: Block[], files: File[], around = AROUND): Promise<Passage[]> {
  const byId = new Map(files.map((file) => [file.id, file]))
  const pages = await listPages(deps.db, blocks)
  const textOf = new Map(pages.map(({ fileId, number, text }) => [`${fileId} ${number}`, text]))
  const near = await unitsAround(
    deps,
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
