import { type Span, sentencesOf } from './sentence-domain.ts'

/** Kinds of pieces of a page. The kind decides how a piece is quoted and what else comes with it. */
export type UnitKind = 'heading' | 'sentence' | 'item' | 'row'

/** A piece of a page that can be quoted alone. Offsets are UTF-16 units of the page's text. */
export type Unit = {
  start: number
  end: number
  kind: UnitKind
  /** Number of its section in the file: a heading and what is below it, up to the next heading. */
  section: number
  /** The headings above it, outermost first, and the label of its line. */
  context: string
  /** The heads of its table's columns. */
  columns: string
}

type Heading = { level: number; text: string }
/** The state that carries over from one page to the next. */
export type Outline = { section: number; headings: Heading[] }
export const newOutline = (): Outline => ({ section: 0, headings: [] })

/** @property indent distance from the margin */
type Line = { start: number; end: number; text: string; isAfterGap: boolean; indent: number }
type Shape = { kind: 'heading'; level: number; isGuess: boolean } | { kind: 'item' | 'row' | 'text' | 'rule' | 'field' }
type Block = { kind: Shape['kind']; level: number; isGuess: boolean; lines: Line[] }

const LONGEST_HEADING = 80
const LONGEST_UNIT = 600
const LONG_LINE = 50
/** Most words of a title. */
const LONGEST_TITLE = 10
/** Longest line of a text whose lines are broken to fit. */
const LONGEST_LINE = 140
const BULLET = /^(?:[-•*–◦▪‣·●○✓☐□]|\[[ x]?\])\s+/iu
/** An ordinal word that numbers a clause: `QUINTA.`, `Décimo segunda:`, `Third.` */
const ORDINAL = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|(?:(?:d[eé]cimo|vig[eé]simo|d[eé]cim[oa]\s|vig[eé]sim[oa]\s)?(?:primer[oa]|segund[oa]|tercer[oa]|cuart[oa]|quint[oa]|sext[oa]|s[eé]ptim[oa]|octav[oa]|noven[oa]))|(?:un|duo)?d[eé]cim[oa]|vig[eé]sim[oa]|[uú]nica)(?:[.:)]|\.?\s?[-–—])`
const NUMBERED = new RegExp(
  String.raw`^(?:(?:section|article|clause|part|secci[oó]n|art[ií]culo|cl[aá]usula)\s+)?(\(?(?:\d{1,2}(?:\.\d{1,2}){0,3}|[a-z]|[ivx]{1,5})[.):]|\d{1,2}(?:\.\d{1,2}){1,3}|§\s?\d[\d.]*|${ORDINAL})\s+(?=\S)`,
  'iu',
)
const APART = /^\d{1,2}(?:\.\d{1,2})?(?:\s{2,}|\t|\s(?=\p{Lu}{3}))\p{Lu}(?!.*(?:\s{2}|\t|\||[.,;:!?]$))[^\d]*$/u
const NAMED = /^(?:section|article|clause|part|secci[oó]n|art[ií]culo|cl[aá]usula)\s+(?:\d{1,3}|[ivxlc]{1,6})\b/iu
const RULE = /^[-=_*~+|:\s.]{3,}$/
/** `Label: value`, but not the colon of a time or an address. */
const FIELD =
  /^(?:[-•*]\s+)?((?:[\p{L}#][\p{L}\p{M}\d'’./()#&,-]*)(?:\s[\p{L}\d(#&/][\p{L}\p{M}\d'’./()#&,-]*){0,6})\s?:(?!\/\/)(?:\s+(\S.*)|)$/u
const COUNTED =
  /^(?:exhibit|appendix|annex|anexo|schedule|part|step|phase|week|day|chapter|form|parte|paso|fase|semana|dia|capitulo)\s\d+$/i
const GAP = /\s{2,}|\t|\s?\.{4,}\s?|\s?\|\s?/
const ENDS = /[.!?;…]["'”’)\]]*$/

/** Splits a table row into cells. A line that is not a row is one cell. */
export function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split(GAP)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
}

/** A name, numbers, and little else: a row whose columns lost the space between them. */
const BARE_ROW =
  /^(?=.{4,120}$)\p{L}[\p{L}\p{M}\d()/,%'’-]*(?:\s[\p{L}(][\p{L}\p{M}\d()/,%'’-]*){0,4}\s[<>]?\$?\d[\d.,]*%?(?:\s|$)(?=.*(?:\d|\b[HL]\b|\$))[^.!?]*(?:[.,]\d[^.!?]*)*$/u

const isRow = (text: string) => {
  const cells = cellsOf(text)
  if (cells.length > 1 && (/\t|\|/.test(text) || !/[.!?:;]["')]?\s{2,}\S/.test(text))) return true
  // The period of an abbreviation such as `Temp.` does not end a sentence.
  if (cells.length > 3 && cells.every((cell) => cell.split(/\s+/).length <= 3)) return true
  return BARE_ROW.test(text) && (text.match(/\d[\d.,]*/g)?.length ?? 0) >= 2
}

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word))
const isCapital = (word: string) => /^[^\p{L}]*\p{Lu}/u.test(word)

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  let isAfterGap = true
  for (const raw of text.split('\n')) {
    const trimmed = raw.trim()
    if (trimmed === '') isAfterGap = true
    else {
      const indent = raw.indexOf(trimmed)
      const from = start + indent
      lines.push({ start: from, end: from + trimmed.length, text: trimmed, isAfterGap, indent })
      isAfterGap = false
    }
    start += raw.length + 1
  }
  return lines
}

/** Decides by its form whether a line may be the heading of what follows. */
function headingOf(line: Line, next: Line | undefined, at: number): Shape | null {
  const { text } = line
  const heading = (level: number, isGuess = false): Shape => ({ kind: 'heading', level, isGuess })
  const marked = /^(#{1,6})\s+\S/.exec(text)
  if (marked) return heading(marked[1]?.length ?? 1)
  if (text.length > LONGEST_HEADING || !/\p{L}/u.test(text)) return null
  if (next && !next.isAfterGap && /^[=]{3,}$/.test(next.text)) return heading(1)
  if (next && !next.isAfterGap && /^[-~_]{3,}$/.test(next.text) && cellsOf(text).length < 2) return heading(2)
  if (/^(\*\*|__)[^*_]+\1:?$/.test(text)) return heading(3)
  if (/^(?:dear|hello|hi|estimad[oa]s?|querid[oa]s?|to whom)\b/i.test(text)) return null
  const words = wordsIn(text)
  // `8 ERROR CODES`: a number with a gap before its title.
  if (line.isAfterGap && next && APART.test(text) && words.length <= 8) return heading(4)
  const number = NUMBERED.exec(text)
  const rest = number ? text.slice(number[0].length) : text
  const isShort = words.length <= 10
  const field = FIELD.exec(text)
  // A label alone is the heading of the lines below it.
  if (field && !field[2]) return next && isShort ? heading(7) : null
  // A question on a separate line is the heading of its answer.
  if (/^[¿\p{Lu}][^.!?]{8,}\?$/u.test(rest) && next && words.length <= 14 && !BULLET.test(text)) return heading(7)
  // Not a row, even with numbers in it: `PAPERS WE NEED BY MAY 27, 2026`.
  const isCapitals = /\p{Lu}{3}/u.test(rest) && !/\p{Ll}/u.test(rest)
  if (
    isShort &&
    isCapitals &&
    !field &&
    !BULLET.test(text) &&
    words.length > 3 &&
    cellsOf(text).length < 2 &&
    !ENDS.test(rest)
  )
    return heading(number ? 2 + (number[1]?.match(/\d+/g)?.length ?? 1) : 2)
  if (field || BULLET.test(text) || ENDS.test(rest) || /,$/.test(text) || isRow(text)) return null
  const depth = number?.[1]?.match(/\d+/g)?.length ?? 1
  if (isShort && isCapitals) return heading(number ? 2 + depth : 2)
  if (NAMED.test(text) && isShort) return heading(3)
  // A separate line between two gaps is a title, however it is written.
  const isApart = line.isAfterGap && next?.isAfterGap === true
  if (!next || words.length > (isApart ? LONGEST_TITLE : 8) || !isCapital(rest)) return null
  if (number) {
    // A numbered line is a heading only if what follows is not the next number.
    const isHead =
      !next.isAfterGap &&
      (!NUMBERED.test(next.text) || isBelow(number[1] ?? '', next.text)) &&
      !ENDS.test(rest) &&
      (/^\p{Lu}/u.test(next.text) || BULLET.test(next.text) || NUMBERED.test(next.text))
    return isHead && words.length <= 6 ? heading(4 + Math.min(2, depth)) : null
  }
  if (/\d/.test(text) && !COUNTED.test(text)) return null
  if (!line.isAfterGap && at > 0) return null
  const isTitle = words.filter((word) => word.length > 3 || isCapital(word)).every(isCapital)
  const leads =
    next.isAfterGap ||
    BULLET.test(next.text) ||
    NUMBERED.test(next.text) ||
    FIELD.test(next.text) ||
    isRow(next.text) ||
    ENDS.test(next.text) ||
    next.text.length > text.length * 1.5
  return leads && (isTitle || isApart || words.length <= 6) ? heading(4, true) : null
}

/** Checks whether `6.1 Quiet hours` belongs under `6. Noise`. */
function isBelow(number: string, next: string): boolean {
  const bare = number.replace(/[^\d.]|\.$/g, '')
  return bare !== '' && next.startsWith(`${bare}.`) && /^\d/.test(next.slice(bare.length + 1))
}

function shapeOf(line: Line, next: Line | undefined, at: number): Shape {
  if (RULE.test(line.text)) return { kind: 'rule' }
  const heading = headingOf(line, next, at)
  if (heading) return heading
  if (BULLET.test(line.text) || NUMBERED.test(line.text)) return { kind: 'item' }
  if (isRow(line.text)) return { kind: 'row' }
  return { kind: FIELD.test(line.text) ? 'field' : 'text' }
}

/** Checks whether a line was broken to fit, so that the next one continues it. */
function goesOn(before: Line, next: Line, longest: number): boolean {
  if (next.isAfterGap) return false
  if (/^\p{Ll}/u.test(next.text)) return true
  // Lines as long as paragraphs end on purpose.
  if (longest > LONGEST_LINE) return false
  const word = next.text.split(' ', 1)[0]?.length ?? 0
  return longest > 40 && before.text.length + word + 1 > longest * 0.85 && !/:$/.test(before.text)
}

/** Checks whether a line continues a row above it: it begins where a later column of that row does. */
function isRestOf({ kind, lines: [first] }: Block, line: Line): boolean {
  const second = first && /^.*?\S(\s{2,})\S/.exec(first.text)?.[0].length
  return kind === 'row' && !line.isAfterGap && !!second && line.indent >= first.indent + second - 2
}

/** `… or no heat` / `in winter: call us`: the colon belongs to a sentence and not to a label. */
const isWithin = (before: Line, { text }: Line, { kind }: Shape) =>
  kind === 'field' && /^\p{Ll}/u.test(text) && before.text.length > LONG_LINE && !ENDS.test(before.text)

function blocksOf(lines: Line[]): Block[] {
  const blocks: Block[] = []
  const longest = lines.reduce((most, { text }) => Math.max(most, text.length), 0)
  let wasHeading = false
  for (const [at, line] of lines.entries()) {
    const shape = shapeOf(line, lines[at + 1], at)
    const open = blocks.at(-1)
    const last = open?.lines.at(-1)
    if (open && isRestOf(open, line)) {
      open.lines.push(line)
      continue
    }
    const mayGoOn =
      open &&
      last &&
      !wasHeading &&
      (shape.kind === 'text' || (shape.kind === 'heading' && shape.isGuess) || isWithin(last, line, shape))
    if (mayGoOn && open.kind !== 'row' && open.kind !== 'rule' && goesOn(last, line, longest)) {
      open.lines.push(line)
      continue
    }
    const isHeading = shape.kind === 'heading'
    blocks.push({
      kind: shape.kind,
      level: isHeading ? shape.level : 0,
      isGuess: isHeading && shape.isGuess,
      lines: [line],
    })
    wasHeading = isHeading
  }
  // A guessed heading with nothing below it is an ordinary line.
  for (const [at, block] of blocks.entries()) {
    const next = blocks[at + 1]
    if (block.isGuess && (!next || (next.kind === 'heading' && next.level <= block.level))) block.kind = 'text'
  }
  return blocks.filter(({ kind }) => kind !== 'rule')
}

const tidy = (text: string) =>
  text
    .replace(/^#+\s+|[*_]{2}/g, '')
    .replace(/[\s:]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the label or title at the start of a line: `Label: value`, `4. Pets. None are allowed.` */
function leadOf(block: string): string {
  const text = block.replaceAll('\n', ' ')
  const bare = text.replace(BULLET, '')
  const field = FIELD.exec(text)
  if (field?.[2]) return tidy(field[1] ?? '')
  const number = NUMBERED.exec(bare)
  const rest = number ? bare.slice(number[0].length) : bare
  // `Forgot a plate?` is the heading of what follows it.
  const asked = /^[¿\p{Lu}][^.!?\n]{4,60}\?(?=\s+\S)/u.exec(rest)?.[0]
  if (asked) return tidy(asked)
  const lead = /^(?:[*_]{2})?([\p{L}][^.:;!?\n]{1,60}?)(?:[*_]{2})?(?:[.:]|\s[–—-])\s+\S/u.exec(rest)?.[1] ?? ''
  const words = wordsIn(lead)
  return number && words.length > 0 && words.length <= 6 && isCapital(lead) ? tidy(lead) : ''
}

/** Returns the title that begins a paragraph: `Vacations. You have 23 days`. */
const titleOf = (block: string) =>
  tidy(/^(\p{Lu}[^.:;!?,\n\d]{2,40})\.(?=\s+\p{Lu})/u.exec(block)?.[1]?.match(/^\S+(?:\s\S+){0,3}$/)?.[0] ?? '')

/** Splits a clause into sentences. Its number and title go with the first one. */
function sentencesAfter(block: string, lead: string): Span[] {
  const at = (BULLET.exec(block)?.[0].length ?? 0) + (NUMBERED.exec(block.replace(BULLET, ''))?.[0].length ?? 0)
  const spans = sentencesOf(block.slice(at).replaceAll('\n', ' ')).map(({ start, end }) => ({
    start: start + at,
    end: end + at,
  }))
  const [first, second] = spans
  if (!first) return [{ start: 0, end: block.length }]
  const isTitle = second && lead !== '' && first.end - at <= lead.length + 6
  return isTitle ? [{ start: 0, end: second.end }, ...spans.slice(2)] : [{ ...first, start: 0 }, ...spans.slice(1)]
}

/** Returns the columns of a table: its first row, if that has words and the next one has numbers. */
function columnsOf(row: Block, next: Block | undefined): string[] | null {
  const cells = cellsOf(row.lines[0]?.text ?? '')
  if (cells.length < 2 || next?.kind !== 'row' || cells.some((cell) => /\d|:/.test(cell))) return null
  const below = cellsOf(next.lines[0]?.text ?? '')
  const isLike = Math.abs(below.length - cells.length) <= 2
  return isLike && cells.every((cell) => wordsIn(cell).length <= 5) ? cells : null
}

/** Splits a page into units, in order, each an exact part of the text. @param outline continues from the page before */
export function unitsOf(text: string, outline: Outline): Unit[] {
  const units: Unit[] = []
  const blocks = blocksOf(linesOf(text))
  let columns: string[] = []
  let before: Block | undefined
  for (const [at, block] of blocks.entries()) {
    const [first, last] = [block.lines[0], block.lines.at(-1)]
    if (!first || !last) continue
    const [start, end] = [first.start, last.end]
    const words = text.slice(start, end)
    if (block.kind === 'heading') {
      while ((outline.headings.at(-1)?.level ?? -1) >= block.level) outline.headings.pop()
      const context = contextOf(outline)
      outline.headings.push({ level: block.level, text: tidy(words) })
      outline.section++
      columns = []
      units.push({ start, end, kind: 'heading', section: outline.section, context, columns: '' })
    } else if (block.kind === 'row') {
      const heads = before?.kind === 'row' ? null : columnsOf(block, blocks[at + 1])
      if (before?.kind !== 'row') columns = heads ?? []
      units.push({
        start,
        end,
        kind: heads ? 'heading' : 'row',
        section: outline.section,
        context: contextOf(outline),
        columns: columns.join(' | '),
      })
    } else {
      if (block.kind === 'text') closeLabels(outline)
      const lead = block.kind === 'text' ? titleOf(words) : leadOf(words)
      const kind = block.kind === 'text' ? 'sentence' : 'item'
      // The end of a list closes the label above it, the end of a paragraph does not.
      const whole =
        words.length <= LONGEST_UNIT && kind === 'item' && !/[.!?]\s+\p{Lu}/u.test(words.slice(lead.length + 4))
      const spans = whole ? [{ start: 0, end: words.length }] : sentencesAfter(words, lead)
      for (const [number, span] of spans.entries()) {
        const context = contextOf(outline, number > 0 ? lead : '')
        units.push({
          start: start + span.start,
          end: start + span.end,
          kind,
          section: outline.section,
          context,
          columns: '',
        })
      }
    }
    // `You need:` in a paragraph is the heading of the list below it.
    const leads = block.kind === 'text' && /[^.!?]{3,80}:$/.exec(words)?.[0]
    if (leads && blocks[at + 1]?.kind === 'item') outline.headings.push({ level: LABEL_LEVEL, text: tidy(leads) })
    before = block
  }
  return units
}

const LABEL_LEVEL = 8
function closeLabels({ headings }: Outline): void {
  while ((headings.at(-1)?.level ?? 0) >= LABEL_LEVEL) headings.pop()
}

const contextOf = ({ headings }: Outline, lead = '') =>
  [...headings.map(({ text }) => text), lead]
    .filter((text) => text !== '')
    .join(' › ')
    .slice(-300)
    .toWellFormed()
