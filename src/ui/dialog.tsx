import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import * as t from './text/kit.ts'

type DialogProps = {
  title: string
  /** Content beside the title, always in reach. */
  tools?: ReactNode
  onClose: () => void
  children: ReactNode
  wide?: boolean
}

/** Modal dialog. The browser keeps focus inside and returns it; Escape closes. */
export function Dialog({ title, tools, onClose, children, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    // One that is taken away while it is open gives no focus back.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={titleId}
      // One that was opened from it is inside it, and its closing bubbles. React's strict mode closes and opens it again.
      onClose={(event) => event.target === dialog.current && !dialog.current?.open && onClose()}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {tools}
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          {t.close()}
        </Button>
      </div>
      {children}
    </dialog>
  )
}
