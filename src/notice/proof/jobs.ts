import type { JobHandler } from '../../platform/jobs.ts'
import type { ProofService } from './service.ts'

/** Each hour: photos that no record of a service names are deleted. */
export const proofJobs = (proofs: ProofService): Record<string, JobHandler> => ({
  'proof.sweep-photos': async () => {
    await proofs.sweepPhotos()
  },
})

export const proofSchedule = { 'proof.sweep-photos': '47 * * * *' }
