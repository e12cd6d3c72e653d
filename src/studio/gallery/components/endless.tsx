import { useEffect, useRef } from 'react'
import { ShowMore } from '../../../ui/show-more.tsx'
import type { ImageList } from './image-list.tsx'

/** Loads more before the end of the list is reached. The button does it for keyboards, and after an error. */
export function Endless({ list }: { list: ImageList }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(list)
  latest.current = list
  const { hasMore, isLoading, fault } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end may still be in view after more has loaded.
  useEffect(() => {
    if (!end.current || !hasMore || isLoading || fault) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void latest.current.showMore()
      },
      { rootMargin: '800px 0px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [hasMore, isLoading, fault, list.items.length])
  return (
    <div ref={end}>
      <ShowMore {...list} />
    </div>
  )
}
