import { ApiError, type apiFor, bodyOf } from '../../../platform/api-client.ts'
import type { Image } from '../../image/contract.ts'
import { openIdOf } from './use-open-image.tsx'

/** For a loader: gets the image in the URL, or `null` if there is none that the viewer may see. */
export async function loadOpenImage(api: ReturnType<typeof apiFor>, search: URLSearchParams): Promise<Image | null> {
  const id = openIdOf(search)
  if (!id) return null
  try {
    return bodyOf(await api.GET('/images/{id}', { params: { path: { id } } }))
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}

type Asked = { currentUrl: URL; nextUrl: URL; defaultShouldRevalidate: boolean }

/** Tells a new page from the same page with an image opened or closed over it. */
export function isOtherPage({ currentUrl, nextUrl, defaultShouldRevalidate }: Asked): boolean {
  const bare = (url: URL) => {
    const parameters = new URLSearchParams(url.search)
    parameters.delete('image')
    return `${url.pathname}?${parameters}`
  }
  return bare(currentUrl) === bare(nextUrl) && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate
}
