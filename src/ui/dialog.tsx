import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import * as t from './text/kit.ts'

type DialogProps = {
  title: string
  /** Content next to the title, always visible. */
  tools?: ReactNode
  onClose: () => void
  children: ReactNode
  wide?: boolean
}

/** Matches the first field of a form. In a radio group, that is the checked button, or the first if none is checked. */
const FIELDS = 'form :is(input:is(:not([type=radio]),:checked,:indeterminate),select,textarea):enabled'

/**
 * A modal dialog. The browser keeps the focus inside and returns it later, and Escape closes it. If a form is near the
 * top, its first field gets the focus.
 */
export function Dialog({ title, tools, onClose, children, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    if (!shown.open) shown.showModal()
    const field = [...shown.querySelectorAll<HTMLElement>(FIELDS)].find((one) => one.checkVisibility())
    const topOf = (element: Element) => element.getBoundingClientRect().top
    // People read long text above a form first.
    if (field && topOf(field) - topOf(shown) < innerHeight / 2) field.focus()
    // A dialog that React removes while it is open does not restore the focus.
    return () => shown.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={titleId}
      // A nested dialog is inside it, and its close event bubbles. React's strict mode closes and opens it again.
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
