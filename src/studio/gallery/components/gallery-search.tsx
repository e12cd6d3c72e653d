export type GallerySearch = { query: string; creator: string; sortBy: 'newest' | 'oldest' }

const textOf = (value: string | null, most: number) =>
  (value ?? '').replaceAll('\0', '').slice(0, most).toWellFormed().trim()

/** Reads the search from the address. Values that mean nothing are dropped. */
export const searchOf = (parameters: URLSearchParams): GallerySearch => ({
  query: textOf(parameters.get('query'), 200),
  creator: textOf(parameters.get('creator'), 50),
  sortBy: parameters.get('sortBy') === 'oldest' ? 'oldest' : 'newest',
})

export const isSearch = ({ query, creator }: GallerySearch) => query !== '' || creator !== ''

/** `12`, or `1,000+` if the count stopped there. */
export const countText = ({ count, isCapped }: { count: number | null; isCapped: boolean | null }) =>
  `${(count ?? 0).toLocaleString('en-US')}${isCapped ? '+' : ''}`
