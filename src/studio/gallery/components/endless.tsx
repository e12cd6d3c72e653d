import { useEffect, useRef } from 'react'
import { ShowMore } from '../../../ui/show-more.tsx'
import type { ImageList } from './image-list.tsx'

/** Brings more before the end of the list is reached; the button does the same for keys, and after a fault. */
export function Endless({ list }: { list: ImageList }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(list)
  latest.current = list
  const { hasMore, isLoading, fault } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more has come, the end may still be in sight.
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
