import type { Overview } from '../overview/contract.ts'
import type { Asked } from '../question/domain.ts'
import { isByHeading, type Weighed } from '../ranking/domain.ts'
import type { UnitKind } from '../section/domain.ts'
import { plainText, wordsOf } from '../term/domain.ts'

/** A piece of a file as it is stored. */
export type Unit = {
  fileId: string
  number: number
  page: number
  start: number
  end: number
  text: string
  kind: UnitKind
  section: number
  context: string
  columns: string
}

/** Some units that stand together, to be quoted as one. Of `first` and `last` the numbers. */
export type Block = {
  fileId: string
  page: number
  start: number
  end: number
  first: number
  last: number
  section: number
  context: string
  score: number
  isSure: boolean
}

/** UTF-16 units of what is quoted as one. */
const LONGEST_BLOCK = 1_500
const LONGEST_LIST = 2_400
const LONGEST_SECTION = 700
/** Answers at most, and how good each must be beside the best. */
const MOST_ANSWERS = 4
const MOST_OF_LIST = 6
const MOST_NEXT = 2
const MOST_CONSIDERED = 24
const SHORT_SECTION = 420
const LEAST_SHARE = 0.6
const LEAST_OF_LIST = 0.62
/** Another one of the same section counts less. */
const AGAIN = 0.9
/** What is offered where there is no answer. */
const MOST_CLOSEST = 3
const LEAST_CLOSE = 0.2

const blockOf = (unit: Unit, score: number, isSure: boolean): Block => ({
  ...{ fileId: unit.fileId, page: unit.page, start: unit.start, end: unit.end, first: unit.number, last: unit.number },
  ...{ section: unit.section, context: unit.context, score, isSure },
})

const isNext = (one: Block, other: Block) =>
  one.fileId === other.fileId &&
  one.page === other.page &&
  one.section === other.section &&
  one.last + 1 >= other.first &&
  other.last + 1 >= one.first &&
  Math.max(one.end, other.end) - Math.min(one.start, other.start) <= (one.section < 0 ? LONGEST_LIST : LONGEST_BLOCK)

/** Blocks that touch, as one, the best first. */
export function joined(blocks: Block[]): Block[] {
  const found: Block[] = []
  for (const block of blocks.toSorted((a, b) => a.fileId.localeCompare(b.fileId) || a.first - b.first)) {
    const last = found.at(-1)
    if (!last || !isNext(last, block)) found.push({ ...block })
    else {
      last.end = Math.max(last.end, block.end)
      last.last = Math.max(last.last, block.last)
      last.score = Math.max(last.score, block.score)
    }
  }
  return found.sort((a, b) => b.score - a.score || a.first - b.first)
}

/** The list or the short section that a unit is in: what is right before and after it, of the same section and kind. */
function around(unit: Unit, units: Unit[], longest: number): Unit[] {
  const at = new Map(units.filter(({ fileId }) => fileId === unit.fileId).map((one) => [one.number, one]))
  const isLike = (one: Unit | undefined): one is Unit =>
    one !== undefined &&
    one.page === unit.page &&
    one.section === unit.section &&
    one.kind !== 'heading' &&
    (unit.kind === 'sentence') === (one.kind === 'sentence')
  const found = [unit]
  let length = unit.text.length
  const take = (one: Unit) => {
    length += one.text.length
    return length <= longest
  }
  for (let number = unit.number - 1, one = at.get(number); isLike(one) && take(one); one = at.get(--number))
    found.unshift(one)
  for (let number = unit.number + 1, one = at.get(number); isLike(one) && take(one); one = at.get(++number))
    found.push(one)
  return found
}

export const isList = ({ wishes }: Asked) => wishes.has('list') || wishes.has('steps')

/** Those that may be the answer: sure ones, of the conversation's own files if there are any, each said once. */
export function answersAmong(asked: Asked, weighed: Weighed[], isOwn: (fileId: string) => boolean): Weighed[] {
  const sure = weighed.filter((one) => one.isSure)
  const own = sure.filter(({ fileId }) => isOwn(fileId))
  const among = own[0] && own[0].score >= (sure[0]?.score ?? 0) * LEAST_SHARE ? own : sure
  const best = among[0]?.score ?? 0
  const least = isList(asked) ? LEAST_OF_LIST : LEAST_SHARE
  const said = new Set<string>()
  const isNew = ({ text }: Weighed) => said.size < said.add(wordsOf(text).join(' ')).size
  const bySection = new Map<string, number>()
  return among
    .filter((one) => one.score >= best * least && isNew(one))
    .map((one) => {
      const section = `${one.fileId} ${one.section}`
      const before = bySection.get(section) ?? 0
      bySection.set(section, before + 1)
      return { ...one, score: one.score * AGAIN ** before }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_CONSIDERED)
}

/** A unit with what it cannot be understood without: a sentence with the one before and after it; the next of several with them. */
function inContext(unit: Unit, units: Unit[], isOfSeveral: boolean): Unit[] {
  if (unit.kind !== 'sentence') return isOfSeveral ? around(unit, units, SHORT_SECTION) : [unit]
  const near = around(unit, units, LONGEST_SECTION)
  if (near.reduce((sum, { text }) => sum + text.length, 0) <= SHORT_SECTION) return near
  return near.filter(({ number }) => Math.abs(number - unit.number) <= 1)
}

/** The answers as they are quoted. @param units what is around them */
export function blocksOf(asked: Asked, answers: Weighed[], units: Map<string, Unit[]>): Block[] {
  const isListed = isList(asked)
  const most = isListed ? MOST_OF_LIST : asked.wishes.has('next') ? MOST_NEXT : MOST_ANSWERS
  let blocks: Block[] = []
  for (const answer of answers) {
    const all = units.get(answer.fileId) ?? []
    const unit = all.find(({ number }) => number === answer.number)
    if (!unit) continue
    const isWhole = isListed && (unit.kind !== 'sentence' || isByHeading(answer, asked) || isShort(unit, all))
    const parts = isWhole
      ? underHeading(around(unit, all, LONGEST_LIST), all)
      : inContext(unit, all, asked.wishes.has('next'))
    const more = parts.map((part) => ({ ...blockOf(part, answer.score, true), section: isWhole ? -1 : part.section }))
    const next = joined([...blocks, ...more])
    if (next.length > most) break
    blocks = next
  }
  return blocks
}

const isShort = (unit: Unit, units: Unit[]) =>
  units.filter((one) => one.section === unit.section).reduce((sum, { text }) => sum + text.length, 0) <= LONGEST_SECTION

/** With the heading right above. */
function underHeading(found: Unit[], units: Unit[]): Unit[] {
  const [first] = found
  const before = units.find(({ fileId, number }) => fileId === first?.fileId && number === first.number - 1)
  return before?.kind === 'heading' && before.page === first?.page ? [before, ...found] : found
}

/** What comes closest where nothing is an answer. */
export function closestOf(weighed: Weighed[], units: Map<string, Unit[]>): Block[] {
  const near = weighed.filter(({ score }) => score >= LEAST_CLOSE).slice(0, MOST_CLOSEST)
  return joined(
    near.flatMap((one) => {
      const unit = units.get(one.fileId)?.find(({ number }) => number === one.number)
      return unit ? [blockOf(unit, one.score, false)] : []
    }),
  )
}

/** These very units. */
export const blocksFrom = (units: Unit[], score: number): Block[] =>
  joined(units.map((unit) => blockOf(unit, score, true)))

const MOST_DATES = 4
const HEAD_UNITS = 8
const MOST_OF_SUMMARY = 9

/** What a summary quotes, what tells most first: how a file begins, values out of range, dates to come, how sections begin. */
export function summaryOf(units: Unit[], { dates, flagged, leads }: Overview, today: Temporal.PlainDate): Block[] {
  const ahead = dates
    .filter(({ date }) => Temporal.PlainDate.compare(date, today) >= 0)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .slice(0, MOST_DATES)
  const head = Array.from({ length: HEAD_UNITS }, (_, number) => [number])
  const sections = leads.filter((number) => number > HEAD_UNITS).map((number) => [number - 1, number])
  const telling = sections.filter(([number]) => TELLING.test(plainText(units[number ?? 0]?.text ?? '')))
  const values = flagged.map(({ unit }) => [unit])
  const days = ahead.map(({ unit }) => [unit])
  let blocks: Block[] = []
  for (const numbers of [...head, ...values, ...telling, ...days, ...sections]) {
    const more = numbers.flatMap((number) => {
      const unit = units[number]
      return unit && !blocks.some(({ first, last, page }) => page === unit.page && first <= number && number <= last)
        ? [{ ...blockOf(unit, 1, true), section: -1 }]
        : []
    })
    const next = joined([...blocks, ...more])
    if (next.length <= MOST_OF_SUMMARY) blocks = next
  }
  return blocks.toSorted((a, b) => a.first - b.first)
}
/** Headings of what a paper is for. */
const TELLING =
  /diagnos|impression|conclusion|summary|findings|recommend|decision|treatment|medication|amount|total|deadline|due|result|resumen|tratamiento|decision|importe|renta|rent\b|follow.?up|revision|plazo|overdue|warning/

/** The text of a page in chunks of about this size, each ending where a unit ends. */
export function chunksOf(units: Unit[], size: number): Block[] {
  const chunks: Block[] = []
  for (const unit of units) {
    const last = chunks.at(-1)
    if (last && last.fileId === unit.fileId && last.page === unit.page && unit.end - last.start <= size) {
      last.end = unit.end
      last.last = unit.number
    } else chunks.push(blockOf(unit, 1, true))
  }
  return chunks
}
