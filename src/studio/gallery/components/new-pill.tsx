import { Button } from '../../../ui/button.tsx'
import * as t from '../../text/gallery.ts'
import styles from './new-pill.module.css'

type NewPillProps = { count: number; isMore: boolean; show: () => void }

/** Takes what `useNewImages` returns. */
export function NewPill({ count, isMore, show }: NewPillProps) {
  return (
    <div className={styles.place} role="status">
      {count > 0 && (
        <span className={styles.pill}>
          <Button onClick={show}>{t.newImages({ count: isMore ? `${count}+` : String(count) })}</Button>
        </span>
      )}
    </div>
  )
}
