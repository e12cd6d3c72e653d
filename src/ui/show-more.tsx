import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import styles from './show-more.module.css'
import * as t from './text/kit.ts'

type ShowMoreProps = {
  hasMore: boolean
  isLoading: boolean
  fault?: string
  showMore: () => void
  /** `true` to load the next page before the reader scrolls to it. After a failure, the reader presses the button. */
  isAhead?: boolean
}

/** How far ahead of the reader the next page loads: about a screen. After a jump, the end of the list may be above. */
const AHEAD = '1000px 0px'

/** The end of a list by cursor. Takes the result of `usePages`. */
export function ShowMore({ hasMore, isLoading, fault, showMore, isAhead }: ShowMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const isWatching = isAhead && hasMore && !isLoading && !fault
  // biome-ignore lint/correctness/useExhaustiveDependencies: it requests the page after those shown now.
  useEffect(() => {
    if (!isWatching || !end.current) return
    const watcher = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && showMore(),
      {
        rootMargin: AHEAD,
      },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [isWatching])
  if (!hasMore) return null
  return (
    <div ref={end} className={styles.more}>
      {fault && <Notice kind="error" role="alert" title={fault} />}
      <Button variant="secondary" busy={isLoading} onClick={() => showMore()}>
        {fault ? t.tryAgain() : t.showMore()}
      </Button>
    </div>
  )
}
