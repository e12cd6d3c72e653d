import { type ReactNode, useEffect, useRef } from 'react'
import styles from './dialog-actions.module.css'
import { isFocusLost } from './focus-on.ts'
import { Notice } from './notice.tsx'

type DialogActionsProps = {
  /** Why the last press did nothing. Shown with the buttons, so it is visible wherever the dialog is scrolled. */
  fault?: string | undefined
  children: ReactNode
}

/** The buttons at the end of a dialog, which stay in reach. The form or the box that they end puts all of it in a column. */
export function DialogActions({ fault, children }: DialogActionsProps) {
  const buttons = useRef<HTMLDivElement>(null)
  // What can no longer be done has no button any more, and the focus was on it.
  useEffect(() => {
    if (fault && isFocusLost()) buttons.current?.querySelector('button')?.focus()
  }, [fault])
  return (
    <div className={styles.bar}>
      {fault && <Notice kind="error" role="alert" title={fault} />}
      <div ref={buttons} className={styles.buttons}>
        {children}
      </div>
    </div>
  )
}
