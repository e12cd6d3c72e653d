import { useEffect, useState, useSyncExternalStore } from 'react'
import type { List, Page } from '../platform/api-list.ts'
import { createPages, type PagesOptions } from './pages.ts'

type Options<Item> = Item extends { id: string } ? [Partial<PagesOptions<Item>>?] : [PagesOptions<Item>]

/**
 * A list by cursor, as `createPages` keeps it. It cancels running requests when the person leaves the list.
 * @param first the loader's page; null: the list loads here
 */
export function usePages<Item>(list: List<Item>, first: Page<Item> | null, ...[options]: Options<Item>) {
  const [pages] = useState(() => createPages<Item>({ idOf: (item) => (item as { id: string }).id, ...options }))
  const shown = pages.show(list, first)
  useSyncExternalStore(pages.subscribe, pages.get, pages.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leaves one list and enters another.
  useEffect(pages.enter, [list.key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the loader's first page changes.
  useEffect(pages.followFirst, [first?.items])
  const { showMore, refresh, put, drop, prepend, startOver } = pages
  return { ...shown, showMore, refresh, put, drop, prepend, startOver }
}
