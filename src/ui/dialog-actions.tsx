import { type ReactNode, useEffect, useRef } from 'react'
import styles from './dialog-actions.module.css'
import { isFocusLost } from './focus-on.ts'
import { Notice } from './notice.tsx'

type DialogActionsProps = {
  /** Why the last press did nothing. It is next to the buttons, so that it is visible at any scroll position. */
  fault?: string | undefined
  children: ReactNode
}

/** The buttons at the end of a dialog, which stay visible. The form or box that contains them becomes a column. */
export function DialogActions({ fault, children }: DialogActionsProps) {
  const buttons = useRef<HTMLDivElement>(null)
  // An action that is no longer possible has lost its button, which had the focus.
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
