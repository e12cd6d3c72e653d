import { z } from 'zod'
import type { JobHandler } from '../../platform/jobs.ts'
import { SECURITY_NOTICES } from './domain.ts'
import type { RecoveryService } from './service.ts'

const Mail = z.object({
  id: z.uuid(),
  kind: z.enum(['confirmation', 'reset', 'password_changed', ...SECURITY_NOTICES]),
  email: z.string(),
  at: z.string(),
  detail: z.string().default(''),
  // Emails queued by an older version have no language.
  language: z.string().default(''),
})
const PlannedMail = Mail.extend({
  planned: z.object({ accountId: z.uuid(), state: z.string(), looks: z.int() }),
})

export const recoveryJobs = (recovery: RecoveryService): Record<string, JobHandler> => ({
  'recovery.mail': async (payload) => recovery.sendMail(Mail.parse(payload)),
  // It has its own name because workers of an older version would send every `recovery.mail`, but leave unknown tasks
  // alone.
  'recovery.planned-mail': async (payload) => recovery.sendPlannedMail(PlannedMail.parse(payload)),
})
