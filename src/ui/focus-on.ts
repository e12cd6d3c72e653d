/** Moves the focus to the reader's place if the focused element is gone. @param selector of a heading or a control */
export function focusOn(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector)
  if (!target) return
  // Scripts can focus a heading only if it has this attribute.
  if (target.tabIndex < 0) target.setAttribute('tabindex', '-1')
  target.focus()
}

/** Tells whether the focused element was removed. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body
