import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { isFocusLost } from '../../../ui/focus-on.ts'
import * as t from '../../text/gallery.ts'
import styles from './new-pill.module.css'

type NewPillProps = { count: number; isMore: boolean; show: () => void }

/** Takes what `useNewImages` returns. */
export function NewPill({ count, isMore, show }: NewPillProps) {
  const isPressed = useRef(false)
  useEffect(() => {
    if (!isPressed.current || count > 0) return
    isPressed.current = false
    // The pressed button is gone. The next Tab reaches the first new image.
    if (isFocusLost()) document.querySelector<HTMLElement>('ul:has([data-image])')?.focus({ preventScroll: true })
  }, [count])
  function press() {
    isPressed.current = true
    show()
  }
  return (
    <div className={styles.place} role="status">
      {count > 0 && (
        <span className={styles.pill}>
          <Button onClick={press}>{t.newImages({ count: isMore ? `${count}+` : String(count) })}</Button>
        </span>
      )}
    </div>
  )
}
