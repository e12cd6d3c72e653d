import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

type DialogProps = { title: string; onClose: () => void; children: ReactNode; wide?: boolean }

/** A modal: the browser keeps the focus inside and gives it back; Escape closes. */
export function Dialog({ title, onClose, children, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={titleId}
      // One that was opened from it is inside it, and its closing bubbles.
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      {children}
    </dialog>
  )
}
