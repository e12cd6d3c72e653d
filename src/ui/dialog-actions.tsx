import type { ReactNode } from 'react'
import styles from './dialog-actions.module.css'
import { Notice } from './notice.tsx'

type DialogActionsProps = {
  /** Why the last press did nothing. It stands with the buttons, in sight however far the dialog is scrolled. */
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
