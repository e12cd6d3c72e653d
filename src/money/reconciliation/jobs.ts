import type { JobHandler } from '../../platform/jobs.ts'
import type { ReconciliationService } from './service.ts'

/**
 * Each minute, finishes orders that a browser or a process left behind and compares payments that can still change.
 * Each night, compares all.
 */
export const reconciliationJobs = (reconciliations: ReconciliationService): Record<string, JobHandler> => {
  const run = async (scope: 'recent' | 'whole') => {
    const { failed } = await reconciliations.run(scope)
    if (failed > 0) throw new Error(`${failed} payments could not be reconciled`)
  }
  return { 'reconciliation.minute': () => run('recent'), 'reconciliation.night': () => run('whole') }
}

export const reconciliationSchedule = { 'reconciliation.minute': '* * * * *', 'reconciliation.night': '41 9 * * *' }
