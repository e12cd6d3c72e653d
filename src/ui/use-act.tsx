import { useState } from 'react'

/** Runs what a button or a form starts. Tells whether it still runs, and why the last run failed. */
export function useAct() {
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<Error>()
  async function act(run: () => Promise<unknown>): Promise<void> {
    setIsBusy(true)
    setFault(undefined)
    try {
      await run()
    } catch (error) {
      setFault(error as Error)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, fault, act }
}
