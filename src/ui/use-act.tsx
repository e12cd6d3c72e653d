import { useState } from 'react'
import { ApiError } from '../platform/api-client.ts'
import type { Issue } from '../platform/errors.ts'

/** Runs what a button or a form starts. Tells whether it still runs, and why and in which fields the last run failed. */
export function useAct() {
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<Error>()
  /** @param found faults of the fields. If there are any, nothing runs */
  async function act(run: () => Promise<unknown>, found: Issue[] = []): Promise<void> {
    setFault(found.length > 0 ? new ApiError(400, { issues: found }) : undefined)
    if (found.length > 0) return
    setIsBusy(true)
    try {
      await run()
    } catch (error) {
      setFault(error as Error)
    } finally {
      setIsBusy(false)
    }
  }
  const issues = fault instanceof ApiError ? fault.issues : []
  return { isBusy, fault, issues, act }
}
