import { useEffect, useState } from 'react'

/** Scrolls to the top when a new step starts, as a new page does. */
export function useTopOf(step: string) {
  const [shown, setShown] = useState(step)
  useEffect(() => {
    if (step === shown) return
    setShown(step)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [step, shown])
}
