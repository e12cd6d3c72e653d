import type { AuditService } from '../account/area.ts'
import type { AreaDeps } from '../area.ts'
import type { ReconciliationService } from '../money/area.ts'
import type { MessageService } from '../notice/area.ts'
import type { VendorHealthKeeper } from '../platform/db/vendor-health.ts'
import { WORKER_LOCK } from '../platform/jobs.ts'
import { VERSION } from '../platform/version.ts'
import type { Config } from '../settings/config.ts'
import { operationApi } from './operation/api.ts'
import { runAdmin } from './operation/command-service.ts'
import { createOperationService, type OperationService } from './operation/service.ts'
import { outboxApi } from './outbox/api.ts'
import { createOutbox, type Outbox } from './outbox/service.ts'

/** Builds the operator's page: vendors, waiting and failed jobs, and money differences. */
export function createOperations(
  deps: AreaDeps & {
    health: VendorHealthKeeper
    audit: AuditService
    messaging: MessageService
    reconciliations: ReconciliationService
  },
) {
  const { db, clock, health, audit, messaging, reconciliations } = deps
  const operations = createOperationService({
    db,
    clock,
    version: VERSION,
    workerLock: WORKER_LOCK,
    vendors: vendorsOf(deps.config),
    health,
    audit,
    messaging,
    reconciliations,
  })
  return { services: { operations } }
}

export { createOutbox, runAdmin }

export const operationsRoutes = (deps: { operations: OperationService; outbox: Outbox }) => [
  outboxApi(deps),
  operationApi(deps),
]

/** Lists the vendor and mode of each channel. A test key moves no money and prints no letters. */
const vendorsOf = ({ vendors: { payments, twilio, smtp, lob }, engines: { images } }: Config) => [
  modeOf('payments', payments, 'sandbox'),
  modeOf('sms', twilio && { vendor: 'twilio', isTest: false }, 'outbox'),
  modeOf('email', smtp && { vendor: 'smtp', isTest: false }, 'outbox'),
  modeOf('certified_mail', lob && { vendor: 'lob', isTest: lob.apiKey.startsWith('test_') }, 'outbox'),
  modeOf('images', images.name === 'local' ? null : { vendor: images.name, isTest: false }, 'local'),
]

const modeOf = (
  channel: 'payments' | 'sms' | 'email' | 'certified_mail' | 'images',
  real: { vendor: string; isTest: boolean } | null,
  embedded: string,
) => ({
  channel,
  vendor: real?.vendor ?? embedded,
  mode: real ? (real.isTest ? ('test' as const) : ('live' as const)) : ('embedded' as const),
})
