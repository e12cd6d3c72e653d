import { invalid } from '../../platform/errors.ts'
import * as t from '../text/gallery.ts'

/** Of the recent images (studio.md section 9). */
export const RECENT = 6
/** A search counts as far as this. */
export const MOST_COUNTED = 1000

export const ORDERS = ['newest', 'oldest'] as const
export type Order = (typeof ORDERS)[number]

/** What is searched for; null: not by this. Names are compared folded. */
export type Wanted = { words: string | null; creator: string | null }

/** @throws DomainError invalid: by nothing at all */
export function wantedOf(asked: { query: string; creator: string }): Wanted {
  const words = asked.query.trim()
  const creator = asked.creator.trim().replace(/^@/, '').toLowerCase()
  if (!words && !creator) throw invalid([{ path: 'query', message: t.enterSearch() }])
  return { words: words || null, creator: creator || null }
}
