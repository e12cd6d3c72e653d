import type { Overview } from '../document/contract.ts'
import type { UnitKind } from '../document/section-domain.ts'
import { daysIn, languageOf, plainText, signsOf, wordsOf } from '../document/term-domain.ts'
import type { Asked } from './question-domain.ts'
import { isByHeading, type Weighed } from './ranking-domain.ts'
import { SIGNS_OF } from './wish-domain.ts'

/** A part of a file's text that may answer a question. */
export type Passage = {
  fileId: string
  name: string
  /** Page number from 1; `null` if the file has no pages. */
  page: number | null
  /** Whole sentences or lines, exactly as on the page. */
  quote: string
  /** The quote with the text around it. */
  text: string
  /** The headings above it. */
  heading: string | null
  /** How much of the question it covers, from 0 to 1. Rare words count more. */
  score: number
  /** Whether it is an answer, or only the closest match. */
  isSure: boolean
  /** Offsets of the quote in its page's text, in UTF-16 units. */
  start: number
  end: number
}

/**
 * Which files to search: all of the account with the conversation's first, or with `isOnly` just the conversation's.
 */
export type Scope = { conversationId: string; isOnly: boolean }

/** A piece of a file as stored. */
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

/** Adjacent units that are quoted as one. `first` and `last` are the numbers of units. */
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

/** Maximum length of a quote in UTF-16 units. */
const LONGEST_BLOCK = 1_500
const LONGEST_LIST = 2_400
const LONGEST_SECTION = 700
/** Maximum number of answers, and the minimum score of each relative to the best. */
const MOST_ANSWERS = 6
const MOST_OF_LIST = 6
const MOST_NEXT = 2
const MOST_CONSIDERED = 24
const SHORT_SECTION = 420
const LEAST_SHARE = 0.5
const LEAST_OF_LIST = 0.62
/** Each further unit of the same section counts less. */
const REPEAT_FACTOR = 0.9
/** How many of the closest matches we offer if there is no answer. */
const MOST_CLOSEST = 3
const LEAST_CLOSE = 0.2

const blockOf = (unit: Unit, score: number, isSure: boolean): Block => ({
  fileId: unit.fileId,
  page: unit.page,
  start: unit.start,
  end: unit.end,
  first: unit.number,
  last: unit.number,
  section: unit.section,
  context: unit.context,
  score,
  isSure,
})

const isNext = (one: Block, other: Block) =>
  one.fileId === other.fileId &&
  one.page === other.page &&
  one.section === other.section &&
  one.last + 1 >= other.first &&
  other.last + 1 >= one.first &&
  Math.max(one.end, other.end) - Math.min(one.start, other.start) <= (one.section < 0 ? LONGEST_LIST : LONGEST_BLOCK)

/** Joins blocks that touch, best first. */
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

/** Returns the list or short section of a unit: the units right before and after it, of the same section and kind. */
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

/**
 * Picks passages that may be the answer, without repeats: sure ones, and close ones of the same file. Files of the
 * conversation come first.
 */
export function answersAmong(asked: Asked, weighed: Weighed[], isOwn: (fileId: string) => boolean): Weighed[] {
  const first = weighed.find((one) => one.isSure)
  // A passage of the same file that scores nearly as high may also contain the answer.
  const isBeside = (one: Weighed) =>
    first !== undefined && one.fileId === first.fileId && one.score >= first.score * LEAST_SHARE
  const sure = weighed.filter((one) => one.isSure || isBeside(one))
  const own = sure.filter(({ fileId }) => isOwn(fileId))
  const among = own[0] && own[0].score >= (sure[0]?.score ?? 0) * LEAST_SHARE ? own : sure
  const best = among[0]?.score ?? 0
  const least = isList(asked) ? LEAST_OF_LIST : LEAST_SHARE
  const seen = new Set<string>()
  const isNew = ({ text }: Weighed) => seen.size < seen.add(wordsOf(text).join(' ')).size
  const bySection = new Map<string, number>()
  return among
    .filter((one) => one.score >= best * least && isNew(one))
    .map((one) => {
      const section = `${one.fileId} ${one.section}`
      const before = bySection.get(section) ?? 0
      bySection.set(section, before + 1)
      return { ...one, score: one.score * REPEAT_FACTOR ** before }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_CONSIDERED)
}

/**
 * Adds what a unit needs to be understood: for a sentence its short section, or the sentences before and after it; for
 * one of several units its list, and for an item its other sentences.
 */
function inContext(unit: Unit, units: Unit[], isOfSeveral: boolean): Unit[] {
  if (unit.kind !== 'sentence') return isOfSeveral ? around(unit, units, SHORT_SECTION) : wholeItem(unit, units)
  const near = around(unit, units, LONGEST_SECTION)
  if (lengthOf(near) <= SHORT_SECTION) return near
  return near.filter(({ number }) => Math.abs(number - unit.number) <= 1)
}

const parentOf = ({ context }: { context: string }) => context.split(' › ').slice(0, -1).join(' › ')
const lengthOf = (units: Unit[]) => units.reduce((sum, { text }) => sum + text.length, 0)
/** Returns the found units that follow each other without a gap, around this one. */
function running(found: Unit[], unit: Unit): Unit[] {
  const at = found.indexOf(unit)
  const isGap = (number: number) => found[number]?.number !== (found[number - 1]?.number ?? 0) + 1
  const from = Array.from({ length: at + 1 }, (_, back) => at - back).find((number) => isGap(number)) ?? at
  const to = found.findIndex((_, number) => number > at && isGap(number))
  return found.slice(from, to < 0 ? found.length : to)
}

/** Returns all parts below one heading if several of them have answers, such as what a dough and a filling need. */
function listOfParts(unit: Unit, units: Unit[], answers: Weighed[]): Unit[] | null {
  const parent = parentOf(unit)
  const isOther = (one: Weighed) =>
    one.fileId === unit.fileId && one.section !== unit.section && parentOf(one) === parent && one.kind !== 'sentence'
  if (unit.kind === 'sentence' || parent === '' || !answers.some(isOther)) return null
  const under = units.filter(
    (one) => one.page === unit.page && (one.context === parent || one.context.startsWith(`${parent} › `)),
  )
  const found = running(under, unit)
  return lengthOf(found) <= LONGEST_LIST ? found : null
}

/** Returns the list next to a sentence that was found, with the sentence. */
function listOfSection(unit: Unit, units: Unit[]): Unit[] | null {
  const found = units.filter((one) => one.page === unit.page && one.section === unit.section && one.kind !== 'heading')
  const isList = unit.kind === 'sentence' && found.filter(({ kind }) => kind !== 'sentence').length >= LEAST_LIST
  return isList && lengthOf(found) <= LONGEST_LIST ? running(found, unit) : null
}
const LEAST_LIST = 2

/** Returns an item of a list with all of its sentences. */
function wholeItem(unit: Unit, units: Unit[]): Unit[] {
  if (unit.kind !== 'item') return [unit]
  const near = around(unit, units, SHORT_SECTION)
  const at = near.indexOf(unit)
  const from = near.findLastIndex((one, number) => number <= at && BEGINS.test(one.text))
  const to = near.findIndex((one, number) => number > at && BEGINS.test(one.text))
  return near.slice(from < 0 ? at : from, to < 0 ? near.length : to).filter(({ kind }) => kind === 'item')
}
/** A bullet, number or label that begins an item. */
const BEGINS = /^(?:[-•*–◦▪‣·●○✓☐□]\s|\[[ x]?\]|\(?(?:\d{1,2}(?:\.\d{1,2})*|[a-z])[.):]?\s|[^.!?:]{1,50}:(?:\s|$))/iu

/** Builds the answers as they are quoted. @param units the units around them */
export function blocksOf(asked: Asked, answers: Weighed[], units: Map<string, Unit[]>): Block[] {
  const isListed = isList(asked)
  const most = isListed ? MOST_OF_LIST : asked.wishes.has('next') ? MOST_NEXT : MOST_ANSWERS
  let blocks: Block[] = []
  for (const answer of answers) {
    const all = units.get(answer.fileId) ?? []
    const unit = all.find(({ number }) => number === answer.number)
    if (!unit) continue
    const list = isListed ? (listOfParts(unit, all, answers) ?? listOfSection(unit, all)) : null
    const isWhole =
      list !== null || (isListed && (unit.kind !== 'sentence' || isByHeading(answer, asked) || isShort(unit, all)))
    const parts = list
      ? underHeading(list, all)
      : isWhole
        ? underHeading(around(unit, all, LONGEST_LIST), all)
        : withHead(inContext(unit, all, asked.wishes.has('next')), all, asked)
    const more = parts.map((part) => ({ ...blockOf(part, answer.score, true), section: isWhole ? -1 : part.section }))
    const next = joined([...blocks, ...more])
    if (next.length > most) break
    blocks = next
  }
  return blocks
}

const isShort = (unit: Unit, units: Unit[]) =>
  lengthOf(units.filter((one) => one.section === unit.section)) <= LONGEST_SECTION

/** Adds the heading of the section if it has what was wanted and the piece does not: `What we need by May 3`. */
function withHead(found: Unit[], units: Unit[], { wishes }: Asked): Unit[] {
  const wanted = [...wishes].flatMap((wish) => SIGNS_OF[wish] ?? []).filter((sign) => sign !== 'number')
  const hasSign = ({ text }: Unit) => wanted.some((sign) => signsOf(text).has(sign))
  const [first] = found
  const head = units.find(
    (one) => one.kind === 'heading' && one.fileId === first?.fileId && one.section === first.section,
  )
  return head && head.page === first?.page && hasSign(head) && !found.some(hasSign) ? [head, ...found] : found
}

/** Adds the heading right above. */
function underHeading(found: Unit[], units: Unit[]): Unit[] {
  const [first] = found
  const before = units.find(({ fileId, number }) => fileId === first?.fileId && number === first.number - 1)
  return before?.kind === 'heading' && before.page === first?.page ? [before, ...found] : found
}

/** Returns what comes closest if nothing is an answer. */
export function closestOf(weighed: Weighed[], units: Map<string, Unit[]>): Block[] {
  const near = weighed.filter(({ score }) => score >= LEAST_CLOSE).slice(0, MOST_CLOSEST)
  return joined(
    near.flatMap((one) => {
      const unit = units.get(one.fileId)?.find(({ number }) => number === one.number)
      return unit ? [blockOf(unit, one.score, false)] : []
    }),
  )
}

/** Makes blocks of exactly these units. */
export const blocksFrom = (units: Unit[], score: number): Block[] =>
  joined(units.map((unit) => blockOf(unit, score, true)))

const HEAD_UNITS = 8
const MOST_OF_SUMMARY = 9
const LONGEST_SUMMARY = 3_600
/** A further piece of the same section tells less. */
const SAME_SECTION = 1.1
const ADJACENT_PENALTY = 0.6
const FIRST = 0.3

/**
 * Picks what a summary quotes: how a file begins, values out of range, and the pieces of its sections that tell most.
 */
export function summaryOf(units: Unit[], { flagged }: Overview, today: Temporal.PlainDate): Block[] {
  const head = units.slice(0, HEAD_UNITS)
  const values = flagged.flatMap(({ unit }) => units[unit] ?? [])
  const telling = units
    .slice(HEAD_UNITS)
    .map((unit, at) => ({ unit, score: tellingOf(unit, units[HEAD_UNITS + at - 1], today) }))
    .filter(({ unit, score }) => unit.kind !== 'heading' && score > 0)
    .sort((a, b) => b.score - a.score)
  let blocks: Block[] = []
  let length = 0
  const take = (unit: Unit) => {
    const before = units[unit.number - 1]
    const withHead = before?.kind === 'heading' && before.page === unit.page ? [before, unit] : [unit]
    const more = withHead.filter(
      ({ number, page }) => !blocks.some((one) => one.page === page && one.first <= number && number <= one.last),
    )
    const next = joined([...blocks, ...more.map((one) => ({ ...blockOf(one, 1, true), section: -1 }))])
    if (next.length > MOST_OF_SUMMARY || length + unit.text.length > LONGEST_SUMMARY) return false
    blocks = next
    length += unit.text.length
    return true
  }
  for (const unit of [...head, ...values]) take(unit)
  const opening = units.slice(HEAD_UNITS).find(({ kind, text }) => kind === 'sentence' && text.length >= SENTENCE)
  if (opening && opening.number < OPENING_WITHIN) take(opening)
  const isFirst = ({ number }: Unit) => units[number - 1]?.kind === 'heading'
  const taken = new Map<number, number>()
  const open = [...telling]
  while (open.length > 0) {
    const isBeside = ({ number, page }: Unit) =>
      blocks.some((one) => one.page === page && one.first <= number + 1 && number - 1 <= one.last)
    const worth = ({ unit, score }: (typeof open)[number]) =>
      score -
      (isFirst(unit) ? FIRST : isBeside(unit) ? ADJACENT_PENALTY : SAME_SECTION) * (taken.get(unit.section) ?? 0)
    const best = open.reduce((known, one) => (worth(one) > worth(known) ? one : known))
    if (worth(best) <= LEAST_TELLING) break
    open.splice(open.indexOf(best), 1)
    taken.set(best.unit.section, (taken.get(best.unit.section) ?? 0) + 1)
    take(best.unit)
  }
  // Add what follows each piece while there is room, one sentence at a time.
  for (let isMore = true; isMore; ) {
    isMore = false
    for (const { last, page } of blocks) {
      const next = units[last + 1]
      const from = units[last]
      const isOfIt = next && next.page === page && next.kind !== 'heading' && next.section === from?.section
      if (isOfIt && next.number >= HEAD_UNITS && next.kind !== 'row' && take(next)) isMore = true
    }
  }
  return blocks.toSorted((a, b) => a.first - b.first)
}
const LEAST_TELLING = 0.5
/** Where the first sentence of a letter may be, after everything above it. */
const OPENING_WITHIN = 24
const SENTENCE = 40

/**
 * Rates how much a piece tells about the purpose of a file: a decision, an amount, a future day, or what comes first
 * below a heading.
 */
function tellingOf(unit: Unit, before: Unit | undefined, today: Temporal.PlainDate): number {
  const signs = signsOf(unit.text)
  const plain = plainText(unit.text)
  const days = daysIn(unit.text, today, languageOf(unit.text) ?? 'en')
  const isAhead = days.some(({ day }) => Temporal.PlainDate.compare(day, today) >= 0)
  const isFirst = before?.kind === 'heading'
  const isList = unit.kind !== 'sentence'
  return (
    (DECISIVE.test(plain) && (unit.kind !== 'row' || signs.has('money') || signs.has('date'))
      ? signs.has('number')
        ? 2
        : 1.2
      : 0) +
    (isFirst ? (unit.kind === 'row' ? 0.4 : isList ? 0.8 : 1.2) : 0) +
    (TELLING.test(plainText(unit.context)) && isFirst ? 0.8 : 0) +
    (TOTAL.test(plain) && signs.has('number') ? 0.8 : 0) +
    (unit.kind === 'sentence' && before && unit.start - before.end > 1 && unit.text.length >= SENTENCE ? 0.5 : 0) +
    (signs.has('money') ? 0.5 : 0) +
    (signs.has('dose') || signs.has('percent') ? 0.3 : 0) +
    (isAhead ? 1.3 : 0)
  )
}
const TOTAL =
  /^\W*(?:grand |sub)?total|\b(?:amount due|balance due|total due|a pagar|importe total)\b|\b(?:goes|going) (?:up|down)\b|\b(?:sube|baja) (?:a|de|en)\b/
/** Headings that tell what a paper is for. */
const TELLING =
  /diagnos|impression|conclusion|summary|findings|recommend|decision|treatment|medication|amount|total|deadline|due|result|fault|what (?:happened|we|you)|next|payment|price|cost|coverage|resumen|tratamiento|conclusi|resultado|decision|importe|renta|rent\b|follow.?up|revision|plazo|overdue|warning|pago|precio|proxim|juicio|motivo/
/** Words for what a paper decides, demands or comes to. */
const DECISIVE =
  /\b(?:grand total|total|amount due|balance|we (?:pay|find|found|will pay|approve|deny|cannot|have decided|offer)|you (?:pay|owe|must|are entitled)|to pay|approved|denied|decided|decision|deadline|no later than|must be|due (?:by|on|date)|is due|diagnos\w+|conclusion|impression|recommend\w*|next (?:visit|appointment|payment|step)|rent is|salary|premium|deposit|deductible|begins on|ends on|valid (?:until|through)|overdue|a pagar|importe|saldo|resoluci\w+|se (?:aprueba|deniega|concede|desestima)|debe|plazo|antes del|diagnostico|conclusi\w+|recomend\w+|proxim[oa]|renta|salario|prima|fianza|vence|hasta el)\b/

/** Splits the text of a page into chunks of about this size, each ending with a unit. */
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
