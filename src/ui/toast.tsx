import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import * as t from './text/kit.ts'
import styles from './toast.module.css'

export type Toast = {
  kind: 'success' | 'error' | 'info'
  text: string
  /** Replaces an earlier toast with the same key. */
  key?: string
  /** A link to the subject of the message. */
  link?: { label: string; to: string }
  /** The button that undoes or retries the action. */
  action?: { label: string; run: () => void }
}
type Shown = Toast & { id: number }

const SHOWN_MS = { success: 5_000, info: 8_000, error: 0 }

let shown: Shown[] = []
let lastId = 0
const watchers = new Set<() => void>()

function change(next: Shown[]) {
  shown = next
  for (const watcher of watchers) watcher()
}

/** Shows a message at the edge of the page. An error stays until the person closes it. */
export function showToast(toast: Toast) {
  const others = shown.filter(({ key }) => !toast.key || key !== toast.key)
  change([...others.slice(-2), { ...toast, id: ++lastId }])
}

const dismiss = (id: number) => change(shown.filter((toast) => toast.id !== id))
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
const nothing: Shown[] = []
let places: string[] = []

/**
 * Shows the toasts. A page has this once, and so does each of its modal dialogs that stays open after an action,
 * because everything outside the dialog is inert then.
 */
export function Toasts() {
  const place = useId()
  const toasts = useSyncExternalStore(
    watch,
    () => (places.at(-1) === place ? shown : nothing),
    () => nothing,
  )
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // An open dialog shows the toasts, in any order of mounting.
    places = section.current?.closest('dialog') ? [...places, place] : [place, ...places]
    change(shown)
    return () => {
      places = places.filter((other) => other !== place)
      change(shown)
    }
  }, [place])
  useEffect(() => {
    if (toasts.length > 0) uncoverFaults(section.current)
  }, [toasts])
  return (
    <section ref={section} className={styles.stack} aria-label={t.messages()} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

/** Scrolls a dialog so that a message over it does not cover a field's error or the buttons. */
function uncoverFaults(stack: HTMLElement | null) {
  const dialog = stack?.closest('dialog')
  if (!stack || !dialog) return
  const top = stack.getBoundingClientRect().top
  const covered = [...dialog.querySelectorAll('[id$="-error"], [data-way-out]')]
    .map((fault) => fault.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.bottom > top && box.top < window.innerHeight)
  if (covered.length > 0) dialog.scrollBy({ top: Math.max(...covered.map(({ bottom }) => bottom)) - top + 16 })
}

function ToastCard({ toast: { id, kind, text, link, action } }: { toast: Shown }) {
  useEffect(() => {
    // A toast with a button stays, for people who need longer to reach it.
    if (SHOWN_MS[kind] === 0 || action || link) return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS[kind])
    return () => clearTimeout(timer)
  }, [id, kind, action, link])
  return (
    <div className={`${styles.toast} ${styles[kind]}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={kind === 'success' ? 'check' : kind === 'error' ? 'alert' : 'info'} />
      <p>
        {text}
        {link && (
          <>
            {' '}
            <Link to={link.to} preventScrollReset onClick={() => dismiss(id)}>
              {link.label}
            </Link>
          </>
        )}
      </p>
      {action && (
        <Button
          variant="quiet"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <button type="button" className={styles.close} aria-label={t.closeMessage()} onClick={() => dismiss(id)}>
        <Icon name="close" />
      </button>
    </div>
  )
}
