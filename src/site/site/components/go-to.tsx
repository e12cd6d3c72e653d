import { type ComponentType, useLayoutEffect, useRef, useState } from 'react'
import { isMarkedSignedIn } from '../../../ui/account-mark.tsx'
import * as t from '../../text/site.ts'
import type { PaletteProps } from './command-palette.tsx'
import styles from './go-to.module.css'

/** Opens the command palette, by touch or Ctrl+K. It loads the code only then, so that no page gets larger. */
export function GoTo({ account }: Pick<PaletteProps, 'account'>) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()
  /** Number of the opening that is shown. */
  const [opening, setOpening] = useState<number>()
  const openings = useRef(0)
  const [hasFailed, setHasFailed] = useState(false)
  const isKnown = account !== null
  async function open() {
    openings.current += 1
    setOpening(openings.current)
    setHasFailed(false)
    try {
      const { CommandPalette } = await import('./command-palette.tsx')
      setPalette(() => CommandPalette)
    } catch {
      setOpening(undefined)
      setHasFailed(true)
    }
  }
  // Listen as early as the button does: other effects run a task later, and a key pressed until then would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only sets states.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return
      if (!isKnown && !isMarkedSignedIn()) return
      event.preventDefault()
      // Do not disturb an open dialog, which may contain typed text.
      if (!document.querySelector('dialog[open]')) void open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isKnown])
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t.goToKeys()}
        onClick={open}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm4.7-1.8L20 20" />
        </svg>
        <span className={styles.name}>{t.goTo()}</span>
      </button>
      {hasFailed && (
        <p className={styles.fault} role="alert">
          {t.goToFailed()}
        </p>
      )}
      {opening && Palette && (
        // The browser reports a closing late. If the palette is open again by then, it stays open.
        <Palette
          key={opening}
          account={account}
          onClose={() => setOpening((now) => (now === opening ? undefined : now))}
        />
      )}
    </>
  )
}
