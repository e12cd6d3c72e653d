import { useState } from 'react'

/** Runs what a button or a form starts. Tells whether it still runs, and why the last run failed. */
export function useAct() {
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<Error>()
  /** @returns whether `run` succeeded */
  async function act(run: () => Promise<unknown>): Promise<boolean> {
    setIsBusy(true)
    setFault(undefined)
    try {
      await run()
      return true
    } catch (error) {
      setFault(error as Error)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, fault, act }
}
