import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import styles from './show-more.module.css'
import * as t from './text/kit.ts'

type ShowMoreProps = { hasMore: boolean; isLoading: boolean; fault?: string; showMore: () => void }

/** The end of a list by cursor. Takes what `usePages` answers. */
export function ShowMore({ hasMore, isLoading, fault, showMore }: ShowMoreProps) {
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      {fault && <Notice kind="error" role="alert" title={fault} />}
      <Button variant="secondary" busy={isLoading} onClick={() => showMore()}>
        {fault ? t.tryAgain() : t.showMore()}
      </Button>
    </div>
  )
}
