import { invalid } from '../../platform/errors.ts'
import * as t from '../text/gallery.ts'

/** Number of recent images (studio.md section 9). */
export const RECENT = 6
/** A search stops counting at this number. */
export const MOST_COUNTED = 1000

export const ORDERS = ['newest', 'oldest'] as const
export type Order = (typeof ORDERS)[number]

/** What to search for. `null` means no such condition. We compare folded names. */
export type Wanted = { words: string | null; creator: string | null }

/** @throws DomainError invalid if there is nothing to search for */
export function wantedOf(asked: { query: string; creator: string }): Wanted {
  const words = asked.query.trim()
  const creator = asked.creator.trim().replace(/^@/, '').toLowerCase()
  if (!words && !creator) throw invalid([{ path: 'query', message: t.enterSearch() }])
  return { words: words || null, creator: creator || null }
}

/** Tells whether an account made an image. An admin may see all images, but not as their own. */
export const isMadeBy = (image: { anonymous_username: string }, username: string | null | undefined): boolean =>
  image.anonymous_username === username
