import { invalid } from '../../platform/errors.ts'

/** Of the recent images (studio.md section 9). */
export const RECENT = 6
/** A search counts as far as this. */
export const MOST_COUNTED = 1000

export type Order = 'newest' | 'oldest'

/** Behind which image a list goes on: by the moment of its making in microseconds, and its id. */
export type Place = { atMicros: number; id: string }

const CURSOR = /^(newest|oldest)_(-?\d{1,16})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

export const writeCursor = (order: Order, { atMicros, id }: Place): string => `${order}_${atMicros}_${id}`

/** @throws DomainError invalid */
export function readCursor(cursor: string | undefined, order: Order): Place | null {
  if (cursor === undefined) return null
  const [, of, atMicros = '', id = ''] = CURSOR.exec(cursor) ?? []
  const refuse = (message: string) => invalid([{ path: 'cursor', message }])
  if (!of || !Number.isSafeInteger(Number(atMicros))) throw refuse('This cursor is not one of ours')
  if (of !== order) throw refuse('This cursor belongs to a list in another order')
  return { atMicros: Number(atMicros), id }
}

/** What is searched for; null: not by this. Names are compared folded. */
export type Wanted = { words: string | null; creator: string | null }

/** @throws DomainError invalid: by nothing at all */
export function wantedOf(asked: { query: string; creator: string }): Wanted {
  const words = asked.query.trim()
  const creator = asked.creator.trim().replace(/^@/, '').toLowerCase()
  if (!words && !creator) throw invalid([{ path: 'query', message: 'Please enter words or a creator to search for' }])
  return { words: words || null, creator: creator || null }
}
