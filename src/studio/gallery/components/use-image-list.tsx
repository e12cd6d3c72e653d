import { useRef, useState } from 'react'
import type { Image } from '../../image/contract.ts'
import type { ImagePage } from '../contract.ts'

type Page = Pick<ImagePage, 'images' | 'nextCursor'>
type List = { key: string; images: Image[]; nextCursor: string | null }

export type ImageSource = {
  /** What the list is of: another one starts it over. */
  key: string
  first: Page
  load: (cursor: string | null, limit?: number) => Promise<Page>
}

/**
 * A list of images by cursor. What was loaded once stays where it is, whatever is loaded anew around it: only what is put
 * in front on demand, or taken out, moves it.
 */
export function useImageList({ key, first, load }: ImageSource) {
  const [kept, setKept] = useState<List>({ key, ...first })
  const [isLoading, setIsLoading] = useState(false)
  const [fault, setFault] = useState<string>()
  const list = kept.key === key ? kept : { key, ...first }
  if (list !== kept) setKept(list)
  const latest = useRef(list)
  latest.current = list
  const isUnderWay = useRef(false)

  function change(make: (now: List) => List) {
    latest.current = make(latest.current)
    setKept(latest.current)
  }

  /** @param atLeast go on until there are so many */
  async function showMore(atLeast = 0) {
    if (isUnderWay.current || (atLeast > 0 && latest.current.images.length >= atLeast)) return
    isUnderWay.current = true
    setIsLoading(true)
    setFault(undefined)
    try {
      do {
        const { nextCursor, images } = latest.current
        if (!nextCursor || latest.current.key !== key) break
        const missing = atLeast - images.length
        const page = await load(nextCursor, missing > 50 ? 100 : undefined)
        if (latest.current.key !== key) break
        latest.current = {
          key,
          images: withoutTwins([...latest.current.images, ...page.images]),
          nextCursor: page.nextCursor,
        }
        setKept(latest.current)
      } while (latest.current.images.length < atLeast)
    } catch (error) {
      setFault((error as Error).message)
    } finally {
      isUnderWay.current = false
      setIsLoading(false)
    }
  }

  return {
    images: list.images,
    hasMore: list.nextCursor !== null,
    isLoading,
    fault,
    showMore,
    put: (image: Image) =>
      change((now) => ({ ...now, images: now.images.map((one) => (one.id === image.id ? image : one)) })),
    drop: (id: string) => change((now) => ({ ...now, images: now.images.filter((one) => one.id !== id) })),
    prepend: (images: Image[]) => change((now) => ({ ...now, images: withoutTwins([...images, ...now.images]) })),
    startOver: (page: Page) => change((now) => ({ ...now, ...page })),
  }
}

function withoutTwins(images: Image[]): Image[] {
  const known = new Set<string>()
  return images.filter(({ id }) => !known.has(id) && known.add(id))
}

export type ImageList = ReturnType<typeof useImageList>
