import { useEffect, useRef } from 'react'
import { focusOn, isFocusLost } from '../../../ui/focus-on.ts'

/**
 * Moves the focus on when a decision has removed the pressed button: to the row after it, else to the row before it,
 * else to the page's heading. The list may change before or after the dialog closes.
 * @param ids the rows that have a button with `data-row`, in their order
 * @param openId the row whose dialog is open
 */
export function useFocusAfterDecision(ids: string[], openId: string | undefined) {
  const judged = useRef<{ id: string; neighbor: string | undefined }>(undefined)
  useEffect(() => {
    const at = openId ? ids.indexOf(openId) : -1
    if (openId && at >= 0) judged.current = { id: openId, neighbor: ids[at + 1] ?? ids[at - 1] }
    if (openId || !judged.current || ids.includes(judged.current.id)) return
    const row = `[data-row="${judged.current.neighbor}"]`
    judged.current = undefined
    if (isFocusLost()) focusOn(document.querySelector(row) ? row : 'h1')
  })
}
