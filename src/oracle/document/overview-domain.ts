import type { Overview } from './contract.ts'
import { cellsOf, type UnitKind } from './section-domain.ts'
import { daysIn, type Language, languageOfFile, plainText, type Sign, signsOf } from './term-domain.ts'

export type Piece = { text: string; kind: UnitKind; section: number; context: string; columns: string; page: number }

const MOST_DATES = 12
const MOST_PEOPLE = 12
const MOST_FLAGGED = 40
const MOST_HEADINGS = 24
const MOST_LEADS = 12
const LONGEST_ABOUT = 140
/** Maximum number of pieces that we look at, and of their characters. A usual piece has 100. */
const MOST_PIECES = 5_000
const MOST_CHARACTERS = 600_000

const PAPER =
  /\b(?:report|summary|letter|lease|agreement|contract|bill|statement|invoice|plan|offer|record|notice|form|policy|results?|prescription|recipe|instructions|informe|contrato|factura|carta|receta|resumen|poliza|oferta|hoja|recibo|analisis)\b/

/** Summarizes a file in its own words. @param today for dates without a year, which get the nearest one */
export function overviewOf(all: Piece[], fileName: string, today: Temporal.PlainDate): Overview {
  const pieces = firstOf(all)
  const language = languageOfFile(pieces)
  const headings = headingsOf(pieces)
  const title = titleOf(pieces, fileName)
  const overview = {
    title,
    language,
    headings,
    dates: datesOf(pieces, today, language),
    people: peopleOf(pieces),
    flagged: flaggedOf(pieces),
    leads: leadsOf(pieces),
  }
  return { ...overview, questions: questionsOf(overview, pieces) }
}

/** A text without sentences has far longer pieces, and the server must not stand still for it. */
function firstOf(all: Piece[]): Piece[] {
  let characters = 0
  return all.slice(0, MOST_PIECES).filter(({ text }) => {
    characters += text.length
    return characters <= MOST_CHARACTERS
  })
}

const short = (text: string, most = LONGEST_ABOUT) => {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).toWellFormed()}...`
}
const bare = (text: string) => text.replace(/^#+\s*|\*\*|__|[:\s]+$/g, '').trim()

function titleOf(pieces: Piece[], fileName: string): string {
  const first = pieces.slice(0, 12).filter(({ text }) => text.length <= 100 && !text.includes('  '))
  const found =
    first.find(({ kind, text }) => kind === 'heading' && PAPER.test(plainText(text))) ??
    first.find(({ kind, text }) => kind !== 'row' && PAPER.test(plainText(text)) && !/[:.]\s|\d{3}/.test(text)) ??
    first.find(({ kind }) => kind === 'heading') ??
    first[0]
  return found ? short(bare(found.text), 100) : fileName
}

function headingsOf(pieces: Piece[]): string[] {
  const headings = pieces.filter(
    ({ kind, columns, text }) => kind === 'heading' && columns === '' && cellsOf(text).length < 2,
  )
  return [...new Set(headings.map(({ text }) => short(bare(text), 80)))].slice(0, MOST_HEADINGS)
}

function datesOf(pieces: Piece[], today: Temporal.PlainDate, language: Language): Overview['dates'] {
  const found = new Map<string, Overview['dates'][number]>()
  for (const [unit, { text, context, kind, page }] of pieces.entries()) {
    if (found.size >= MOST_DATES * 4) break
    for (const { said, day } of daysIn(text, today, language)) {
      const date = day.toString()
      const own = text.replace(said, '').replace(/[\s\p{P}]/gu, '').length
      const about = short(own < 8 && context ? context : text)
      if (!found.has(date) && kind !== 'heading') found.set(date, { said, date, about, page, unit })
    }
  }
  // Only the first dates are kept.
  return found.values().toArray().slice(0, MOST_DATES)
}

const NAME = String.raw`\p{Lu}[\p{L}'’-]+(?:\s(?:\p{Lu}\.|de|del|la|van|von|"[^"]{2,20}"))*(?:\s\p{Lu}[\p{L}'’-]+){0,3}`
const TITLED = new RegExp(String.raw`\b(Dr|Dra|Mr|Mrs|Ms|Sr|Sra|Prof|Nurse|Don|Doña|don|doña)\.?\s(${NAME})`, 'gu')
/** It begins only where a word does: otherwise a word of capitals would be read again from each of its letters. */
const DEGREE =
  /(?<![\p{L}'’-])(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}\.)?\s\p{Lu}[\p{L}'’-]+),?\s(MD|M\.D\.|DO|NP|RN|PA-C|PA|PT|DPT|DDS|PhD|RD|LCSW|Esq)\b/gu
const ROLE = new RegExp(
  String.raw`^(patient(?: name)?|name|tenants?|landlord|lessor|lessee|provider|ordering provider|physician|doctor|attending(?: physician)?|surgeon|therapist|employee|employer|member|subscriber|customer|account holder|manager|supervisor|student|teacher|principal|nurse|insured|parents?|contact|signed|director|paciente|médic[oa](?: responsable)?|doctor[a]?|arrendador[a]?|arrendatari[oa]s?|titular|asegurad[oa]|enfermer[oa]|firmado|nombre)\s?:\s*(${NAME})`,
  'iu',
)

function peopleOf(pieces: Piece[]): Overview['people'] {
  const found = new Map<string, Overview['people'][number]>()
  const add = (name: string, role: string | null, page: number) => {
    // `Dr. Price` is `Dr. Samuel Price`.
    const last = (full: string) => full.split(' ').at(-1)
    const known = found
      .values()
      .find(
        (one) =>
          one.name.includes(name) ||
          name.includes(one.name) ||
          (last(one.name) === last(name) && name.split(' ').length < 3),
      )
    if (!known) found.set(name, { name, role, page })
    else if (name.length > known.name.length) known.name = name
  }
  for (const { text, page, kind } of pieces) {
    if (found.size >= MOST_PEOPLE) break
    const role = ROLE.exec(text.replace(/\s{2,}/g, ' '))
    const named = role?.[2] ?? ''
    if (role && /\s/.test(named) && /^\p{Lu}/u.test(named)) add(named, (role[1] ?? '').toLowerCase(), page)
    if (kind === 'heading' && !role) continue
    for (const [, title = '', titled = ''] of text.matchAll(TITLED)) {
      const name = titled.replace(/['’]s$/, '')
      add(/^(?:Nurse|don|doña|Don|Doña)$/.test(title) ? name : `${title}. ${name}`, null, page)
    }
    for (const [, name = '', degree = ''] of text.matchAll(DEGREE)) add(name, degree, page)
  }
  return found.values().toArray().slice(0, MOST_PEOPLE)
}

const NUMBER = String.raw`[<>≤≥]?\s?\d[\d.,]*`
const RANGE =
  /(\d[\d.,]*)\s?(?:-|–|to|a|hasta)\s?(\d[\d.,]*)|(?:([<>≤≥])\s?=?\s?|(less than|under|below|up to|menos de|hasta|inferior a)\s|(over|above|more than|at least|greater than|más de|mayor de|superior a)\s)(\d[\d.,]*)/iu
const FLAG = /^(?:\(?(H|L|HH|LL|C|A|\*+|high|low|abnormal|critical|alto|alta|bajo|baja|elevad[oa]|↑|↓)\)?)$/iu
const TABLE_OF_RESULTS =
  /\b(?:result|value|flag|range|reference|normal|test|panel|resultado|valor|valores|referencia|rango|analitica|prueba|analisis)\b/

/** `Hemoglobin 11.2 g/dL (12.0-15.5) L`: name, value, range and mark in one line, separated by blanks. */
const RANGED = new RegExp(
  String.raw`^(?:[-•*]\s)?(\p{L}[\p{L}\d ,()%./'-]{1,50}?)\s?[:\s]\s?(${NUMBER}(?:\s?(?:%|[\w^µ]+(?:/[\wµ.]+)+))?)\s?[([](\d[\d.,]*\s?[-–]\s?\d[\d.,]*)[)\]]\s?\(?(HH?|LL?|HIGH|LOW|[Hh]igh|[Ll]ow|[Aa]lt[oa]|[Bb]aj[oa])\)?$`,
  'u',
)

const numberOf = (text: string) =>
  Number(
    /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
      ? text.replaceAll(',', '')
      : text.replace(',', '.').replace(/[^\d.]/g, ''),
  )

type Flag = Overview['flagged'][number]['flag']
const flagNamed = (mark: string): Flag =>
  /^(?:h|hh|high|alt[oa]|elevad[oa]|↑)$/i.test(mark)
    ? 'high'
    : /^(?:l|ll|low|baj[oa]|↓)$/i.test(mark)
      ? 'low'
      : 'abnormal'

/** Compares a value with the range next to it. */
function flagBy(value: number, range: string): Flag | null {
  const found = RANGE.exec(range)
  if (!found) return null
  const [, low, high, sign, under, over, limit] = found
  if (low !== undefined && high !== undefined)
    return value > numberOf(high) ? 'high' : value < numberOf(low) ? 'low' : null
  const most = numberOf(limit ?? '')
  if (under || sign === '<' || sign === '≤') return value > most || (value === most && sign === '<') ? 'high' : null
  if (over || sign === '>' || sign === '≥') return value < most || (value === most && sign === '>') ? 'low' : null
  return null
}

/** Finds a result that its line or its range marks; `null` if neither does. */
export function flaggedIn({
  text,
  context,
  columns,
}: Pick<Piece, 'text' | 'context' | 'columns'>): Omit<Overview['flagged'][number], 'page' | 'unit'> | null {
  const cells = cellsOf(text)
  if (cells.length >= 3) {
    const isTable = TABLE_OF_RESULTS.test(plainText(`${columns} ${context}`))
    const rangeAt = cells.findLastIndex((cell, at) => at > 1 && RANGE.test(cell) && cell.length < 40)
    const flagAt = cells.findIndex((cell, at) => at > 0 && FLAG.test(cell))
    const numeric = new RegExp(`^${NUMBER}(?:\\s?\\S{1,12})?(?:\\s\\(?(?:H|L|HH|LL|high|low)\\)?)?$`, 'iu')
    const before = rangeAt > 0 ? rangeAt : cells.length
    const valueAt = cells.findLastIndex((cell, at) => at > 0 && at < before && numeric.test(cell))
    if (valueAt < 0) return null
    const value = cells[valueAt] ?? ''
    const range = rangeAt > 0 ? (cells[rangeAt] ?? null) : null
    const within = /\b(H|L|HH|LL|high|low)\b/i.exec(value.replace(/^[\d.,\s]+/, ''))?.[1]
    const mark = flagAt > 0 ? cells[flagAt]?.replace(/[()]/g, '') : within
    const flag = mark
      ? flagNamed(mark)
      : isTable && range
        ? flagBy(numberOf(/\d[\d.,]*/.exec(value)?.[0] ?? ''), range)
        : null
    if (!flag || (!isTable && !range)) return null
    const measure = cells.find(
      (cell, at) => at > valueAt && /^(?:[a-zµ%][\w%µ/.^-]*|x10\S*)$/iu.test(cell) && !FLAG.test(cell),
    )
    return { name: cells[0] ?? '', value: measure ? `${value} ${measure}` : value, flag, range, quote: text }
  }
  const line = new RegExp(
    String.raw`^(?:[-•*]\s)?(\p{L}[\p{L}\d ,()%./'-]{1,50}?)\s?[:\s]\s?(${NUMBER}\s?(?:%|[a-zµ]+/[a-zµA-Z]+)?)\s?[,(]?\s?\b(H|L|HH|LL|HIGH|LOW|High|Low|high|low|ALTO|BAJO|alto|bajo|alta|baja)\b`,
    'u',
  ).exec(text)
  if (text.length > 160) return null
  const ranged = RANGED.exec(text)
  if (ranged) {
    const [, name = '', value = '', range = '', mark = ''] = ranged
    // A room may also have a number, another in brackets, and a letter.
    if (!/[%/]/.test(value) && !/\d[.,]\d/.test(value + range)) return null
    return { name, value, flag: flagNamed(mark), range, quote: text }
  }
  if (!line) return null
  const range = RANGE.exec(text.slice(line[0].length))?.[0] ?? null
  if (!range && !/[HL]{1,2}|HIGH|LOW|ALTO|BAJO/.test(line[3] ?? '')) return null
  return {
    name: (line[1] ?? '').trim(),
    value: (line[2] ?? '').trim(),
    flag: flagNamed(line[3] ?? ''),
    range,
    quote: text,
  }
}

function flaggedOf(pieces: Piece[]): Overview['flagged'] {
  return pieces
    .flatMap((piece, unit) => {
      const found = piece.kind === 'heading' || !/\d/.test(piece.text) ? null : flaggedIn(piece)
      return found ? [{ ...found, page: piece.page, unit }] : []
    })
    .slice(0, MOST_FLAGGED)
}

function leadsOf(pieces: Piece[]): number[] {
  const seen = new Set<number>()
  return pieces
    .flatMap(({ kind, section, text }, unit) => {
      if (kind === 'heading' || seen.has(section) || text.length < 20) return []
      seen.add(section)
      return [unit]
    })
    .slice(0, MOST_LEADS)
}

const WORDS = {
  en: {
    flags: 'Which values are not normal?',
    one: (name: string) => `Is my ${name} normal?`,
    visit: 'When is my next appointment?',
    dates: 'What are the important dates?',
    drugs: 'Which medicines should I take?',
    money: 'How much do I have to pay?',
    phone: 'Which phone number can I call?',
    about: (heading: string) => `What does it say about ${heading}?`,
    all: (name: string) => `Summarize ${name}`,
  },
  es: {
    flags: '¿Qué valores no son normales?',
    one: (name: string) => `¿Es normal mi ${name}?`,
    visit: '¿Cuándo es mi próxima cita?',
    dates: '¿Cuáles son las fechas importantes?',
    drugs: '¿Qué medicamentos debo tomar?',
    money: '¿Cuánto tengo que pagar?',
    phone: '¿A qué teléfono puedo llamar?',
    about: (heading: string) => `¿Qué dice sobre ${heading}?`,
    all: (name: string) => `Resume ${name}`,
  },
}
const MOST_QUESTIONS = 4
const VISIT = /\b(?:appointment|follow.?up|visit|checkup|clinic|cita|consulta|revision|seguimiento)\b/

function questionsOf(
  { title, language, flagged, dates, headings }: Omit<Overview, 'questions'>,
  pieces: Piece[],
): string[] {
  const words = WORDS[language]
  const signs = new Map<Sign, number>()
  for (const { text } of pieces.slice(0, 2_000))
    for (const sign of signsOf(text)) signs.set(sign, (signs.get(sign) ?? 0) + 1)
  const has = (sign: Sign, least = 1) => (signs.get(sign) ?? 0) >= least
  const lower = (text: string) => (/\p{Ll}/u.test(text) ? text : text.toLowerCase()).replace(/^\d[\d.]*[.)]?\s*/, '')
  const visits = dates.some(({ unit }) => VISIT.test(plainText(`${pieces[unit]?.context} ${pieces[unit]?.text}`)))
  const about = headings
    .filter((heading) => heading !== title && heading.length <= 40 && !heading.endsWith('?'))
    .map((heading) => words.about(lower(heading)))
  const offered = [
    flagged.length > 1 ? words.flags : flagged[0] ? words.one(flagged[0].name) : '',
    visits ? words.visit : '',
    has('dose', 2) ? words.drugs : '',
    has('money') ? words.money : '',
    ...about.slice(1, 3),
    has('phone') ? words.phone : '',
    dates.length > 1 && !visits ? words.dates : '',
    ...about.slice(3, 6),
  ].filter((question) => question !== '')
  return [
    ...new Set([...offered.slice(0, MOST_QUESTIONS - 1), words.all(title), ...offered.slice(MOST_QUESTIONS - 1)]),
  ].slice(0, MOST_QUESTIONS)
}
