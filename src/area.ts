import type { Logger } from 'pino'
import type { CircuitBreaker } from './platform/circuit-breaker.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/connect.ts'
import type { FileStore } from './platform/file-store.ts'
import type { JobHandler } from './platform/jobs.ts'
import type { Config } from './settings/config.ts'

/** The dependencies that compose.ts passes to every area. */
export type AreaDeps = {
  db: Database
  clock: Clock
  log: Logger
  config: Config
  files: FileStore
  openBreaker: OpenBreaker
}

/**
 * Opens the circuit breaker of a channel and lists it with the others.
 * @param vendor null for the embedded vendor
 */
export type OpenBreaker = (
  channel: string,
  vendor: string | null,
  embedded: string,
  timeoutMs?: number,
) => CircuitBreaker

/** An area's tasks for the worker, by name, and their schedule (cron, UTC). */
export type AreaJobs = {
  jobs: Record<string, JobHandler>
  schedule: Record<string, string>
}
