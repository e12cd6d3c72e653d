import { type KeyboardEvent, useState } from 'react'
import { Dialog } from './dialog.tsx'
import * as t from './text/kit.ts'
import styles from './use-row-keys.module.css'

/** The list's own description of its keys. */
type KeyWords = { next: string; previous: string; open: string }

/**
 * Moves through the rows of a list with j and k while the focus is in it. Elsewhere the keys do nothing, so that typing
 * or speech input does not trigger them (WCAG 2.2, 2.1.4).
 */
export function useRowKeys({ next, previous, open }: KeyWords) {
  const [isAsked, setIsAsked] = useState(false)
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || isTyping(target as HTMLElement)) return
    if (key === '?') setIsAsked(true)
    else if (key === 'j' || key === 'k') move(currentTarget, target as HTMLElement, key === 'j' ? 1 : -1)
    else return
    event.preventDefault()
  }
  const keys = [
    { key: 'j', does: next },
    { key: 'k', does: previous },
    { key: 'Enter', does: open },
    { key: '?', does: t.keyHelp() },
  ]
  return {
    handlers: { onKeyDown },
    hint: <p className={styles.hint}>{t.keysHint()}</p>,
    help: isAsked && (
      <Dialog title={t.keys()} onClose={() => setIsAsked(false)}>
        <dl className={styles.keys}>
          {keys.map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    ),
  }
}

const isTyping = (element: HTMLElement) =>
  element.closest('dialog') !== null || element.matches('input, textarea, select, [contenteditable]')

function move(list: HTMLElement, from: HTMLElement, step: 1 | -1) {
  const rows = [...list.querySelectorAll<HTMLElement>('article')]
  const at = rows.findIndex((row) => row.contains(from))
  const next = rows[at === -1 ? 0 : at + step]
  next?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
}
