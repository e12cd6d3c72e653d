import type { JobHandler } from '../../platform/jobs.ts'
import type { ReconciliationService } from './service.ts'

/** Each minute: what a browser or a process left behind is finished, and what can still change is compared; each night all of it. */
export const reconciliationJobs = (reconciliations: ReconciliationService): Record<string, JobHandler> => {
  const run = async (scope: 'recent' | 'whole') => {
    const { failed } = await reconciliations.run(scope)
    if (failed > 0) throw new Error(`${failed} payments could not be reconciled`)
  }
  return { 'reconciliation.minute': () => run('recent'), 'reconciliation.night': () => run('whole') }
}

export const reconciliationSchedule = { 'reconciliation.minute': '* * * * *', 'reconciliation.night': '41 9 * * *' }
