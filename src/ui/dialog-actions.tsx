import type { ReactNode } from 'react'
import styles from './dialog-actions.module.css'
import { Notice } from './notice.tsx'

type DialogActionsProps = {
  /** Why the last press did nothing. Shown with the buttons, so it is visible wherever the dialog is scrolled. */
  fault?: string | undefined
  children: ReactNode
}

/** The buttons at the end of a dialog, which stay in reach. */
export function DialogActions({ fault, children }: DialogActionsProps) {
  return (
    <div className={styles.bar}>
      {fault && <Notice kind="error" role="alert" title={fault} />}
      <div className={styles.buttons}>{children}</div>
    </div>
  )
}
