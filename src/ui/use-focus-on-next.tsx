import { type FocusEvent, useEffect, useRef } from 'react'
import { isFocusLost } from './focus-on.ts'

/**
 * Moves the focus when its row of a list disappears, because someone acted on it here or elsewhere. The next row that is
 * still there gets the focus, also if new rows came above. If there is none, the row that takes its place gets it.
 * @param selector of the rows, from the list
 * @param focusOther moves the focus if there is no such row
 */
export function useFocusOnNext<List extends HTMLElement>(selector: string, focusOther: () => void) {
  const list = useRef<List>(null)
  const rowsIn = (list: Element | null) => [...(list?.querySelectorAll(selector) ?? [])]
  const last = useRef<{ control: Element; row: Element; after: Element[]; place: number }>(undefined)
  useEffect(() => {
    const left = last.current
    // A dialog about the row may have the focus.
    if (!left || left.control.isConnected || !isFocusLost()) return
    last.current = undefined
    const rows = rowsIn(list.current)
    const next = [left.row, ...left.after].find((row) => rows.includes(row)) ?? rows[left.place]
    if (next?.checkVisibility()) next.querySelector<HTMLElement>('button:enabled, a[href]')?.focus()
    else focusOther()
  })
  return {
    ref: list,
    onFocus({ target, currentTarget }: FocusEvent) {
      const rows = rowsIn(currentTarget)
      const place = rows.findIndex((row) => row.contains(target))
      const row = rows[place]
      last.current = row && { control: target, row, after: rows.slice(place + 1), place }
    },
    // React gets no event when the focused row disappears. If the focus goes to another window or a dialog, it will
    // return.
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget?.closest('dialog') || currentTarget.contains(document.activeElement)) return
      last.current = undefined
    },
  }
}
