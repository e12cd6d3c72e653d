import { useEffect, useState } from 'react'
import { focusOn, isFocusLost } from '../../../ui/focus-on.ts'

/** Begins a new step at its top, as a new page would, also for the focus. */
export function useTopOf(step: string) {
  const [shown, setShown] = useState(step)
  useEffect(() => {
    if (step === shown) return
    setShown(step)
    if (isFocusLost()) focusOn('h1')
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [step, shown])
}
