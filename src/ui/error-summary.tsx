import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './error-summary.module.css'
import { Notice } from './notice.tsx'

type Issue = { path: string; message: string }

type ErrorSummaryProps = {
  title: string
  issues: readonly Issue[]
  /**
   * A new value moves the focus to the list. Pass it if the list shrinks as people fix errors, or if a reload of the
   * page's data brings it again.
   */
  attempt?: number | string
}

/** Lists all errors, each with a link to its field. A new list takes the focus. */
export function ErrorSummary({ title, issues, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const news = attempt ?? issues
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new list takes the focus.
  useEffect(() => box.current?.focus(), [news])
  if (issues.length === 0) return null
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <Notice kind="error" title={title}>
        <ul className={styles.list}>
          {issues.map(({ path, message }) => (
            <li key={path + message}>
              <FieldLink path={path}>{message}</FieldLink>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** Links to a field of this page. */
export function FieldLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <a href={`#${path}`} onClick={(event) => focusField(event, path)}>
      {children}
    </a>
  )
}

/** Scrolls to a field and focuses it. In a group, it focuses the selected or first control. */
export function focusField(event: MouseEvent, path: string) {
  const target = document.getElementById(path)
  if (!target) return
  event.preventDefault()
  unfold(target)
  const control = target.matches('fieldset')
    ? (target.querySelector<HTMLElement>('input:checked') ?? target.querySelector<HTMLElement>('input:enabled'))
    : target
  // A group is taller than a field. Scroll to its top, so that a phone shows all of it.
  target.scrollIntoView({ block: target.matches('fieldset') ? 'start' : 'center' })
  control?.focus({ preventScroll: true })
}

/** Opens the collapsed part of the page that contains an element. */
export function unfold(element: Element) {
  const part = element.closest('details')
  if (part) part.open = true
}
