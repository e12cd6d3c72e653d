import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

/** A modal: the browser keeps the focus inside and gives it back; Escape closes. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="dialog-title" onClose={onClose}>
      <div className={styles.head}>
        <h2 id="dialog-title">{title}</h2>
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      {children}
    </dialog>
  )
}
