import { invalid } from './errors.ts'
import * as t from './text/fault.ts'

/** A request for a page: how many rows, after the previous page's cursor. An empty cursor means the first page. */
export type PageAsked = { cursor?: string | number | null | undefined; limit: number }

/** The rows that a repository reads: those after this place, and one more than a page shows. */
export type PageRange<Place> = { after: Place | null; limit: number }

/** A value in a cursor: its pattern and how to read it. */
type CursorValue<Value> = { pattern: string; read: (text: string) => Value | null }
type CursorValues<Place> = { [Name in keyof Place]: CursorValue<Place[Name]> }

const readNumber = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : null)

export const ID: CursorValue<string> = {
  pattern: '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}',
  read: (text) => text.toLowerCase(),
}
/** A number of a database sequence, from 1. */
export const SEQUENCE: CursorValue<number> = { pattern: '[1-9]\\d{0,15}', read: readNumber }
/** A whole number, which may be negative. */
export const INTEGER: CursorValue<number> = { pattern: '-?\\d{1,16}', read: readNumber }
/** An instant in UTC with milliseconds or microseconds. PostgreSQL refuses year 0 and February 30. */
export const INSTANT: CursorValue<string> = {
  pattern: '[12]\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.(?:\\d{3}){1,2}Z',
  read(text) {
    try {
      return Temporal.Instant.from(text) && text
    } catch {
      return null
    }
  },
}
/** A text value that needs only a pattern. */
export const textOf = (pattern: string): CursorValue<string> => ({ pattern, read: (text) => text })

/** The order of a list that has several. A cursor belongs to one of them. */
type Order = { of: readonly string[]; is: string }

const refuse = (message: string) => invalid([{ path: 'cursor', message }])

function readCursor<Place>(values: CursorValues<Place>, cursor: string, order?: Order): Place {
  const names = Object.keys(values) as (keyof Place)[]
  const prefix = order ? `(?:${order.of.join('|')})_` : ''
  const texts = new RegExp(`^${prefix}${names.map((name) => `(${values[name].pattern})`).join('_')}$`).exec(cursor)
  if (!texts) throw refuse(t.notOurCursor())
  const place = Object.fromEntries(names.map((name, at) => [name, values[name].read(texts[at + 1] ?? '')]))
  if (Object.values(place).includes(null)) throw refuse(t.notOurCursor())
  if (order && !cursor.startsWith(`${order.is}_`)) throw refuse(t.otherOrder())
  return place as Place
}

/**
 * Reads the request for a page of a list that continues after the values of its last row.
 * @param values the columns that order the rows. `_` separates their values, so only one may contain it
 * @throws DomainError invalid if it is not a cursor of this list
 */
export function readPage<Place extends object>(
  values: CursorValues<Place>,
  { cursor, limit }: PageAsked,
  order?: Order,
) {
  const after =
    cursor === undefined || cursor === null || cursor === '' ? null : readCursor(values, String(cursor), order)
  const range: PageRange<Place> = { after, limit: limit + 1 }
  return {
    ...range,
    /** Removes the extra row that shows that there is another page, and returns that page's cursor. */
    cut<Row extends Place>(found: Row[]) {
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      return { shown, nextCursor: last ? writeCursor(values, last, order) : null }
    },
  }
}

export function writeCursor<Place>(values: CursorValues<Place>, last: Place, order?: Order): string {
  const texts = (Object.keys(values) as (keyof Place)[]).map((name) => String(last[name]))
  return [...(order ? [order.is] : []), ...texts].join('_')
}

/**
 * Walks a whole list page by page, and reads each page only after the previous one was used.
 * @param find returns up to `limit` rows after the last row, or from the beginning
 */
export async function* eachPage<Row>(limit: number, find: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ; ) {
    const page: Row[] = await find(last)
    if (page.length > 0) yield page
    if (page.length < limit) return
    last = page.at(-1) ?? null
  }
}
