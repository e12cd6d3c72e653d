/** Moves the focus to where the reader now is, if what had it is gone. @param selector of a heading or a control */
export function focusOn(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector)
  if (!target) return
  // Scripts can focus a heading only with this.
  if (target.tabIndex < 0) target.setAttribute('tabindex', '-1')
  target.focus()
}

/** Whether the control with the focus was removed. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body
