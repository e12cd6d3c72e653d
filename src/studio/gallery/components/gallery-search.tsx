export type GallerySearch = { query: string; creator: string; sortBy: 'newest' | 'oldest' }

const textOf = (value: string | null, most: number) =>
  (value ?? '').replaceAll('\0', '').slice(0, most).toWellFormed().trim()

/** Reads the search from the URL, and drops invalid values. */
export const searchOf = (parameters: URLSearchParams): GallerySearch => ({
  query: textOf(parameters.get('query'), 200),
  creator: textOf(parameters.get('creator'), 50),
  sortBy: parameters.get('sortBy') === 'oldest' ? 'oldest' : 'newest',
})

export const isSearch = ({ query, creator }: GallerySearch) => query !== '' || creator !== ''

export type Found = { count: number | null; isCapped: boolean | null }

/** `12`, or `1,000+` if the count stopped there. @param goneCount how many have left the list since */
export const countText = ({ count, isCapped }: Found, goneCount: number) =>
  isCapped ? `${(count ?? 0).toLocaleString('en-US')}+` : ((count ?? 0) - goneCount).toLocaleString('en-US')
