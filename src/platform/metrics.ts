import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Creates the operator's metrics, which /metrics serves as Prometheus text. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of HTTP requests by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    jobs: new Histogram({
      name: 'job_duration_seconds',
      help: 'Duration of jobs by task and outcome: done, failed (we try again), or gave_up',
      labelNames: ['task', 'outcome'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 300],
      registers,
    }),
    jobWaits: new Histogram({
      name: 'job_wait_seconds',
      help: 'Time from when a job was due until a worker began it, by task',
      labelNames: ['task'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 15, 60, 300, 1800],
      registers,
    }),
    slowStatements: new Counter({
      name: 'slow_statements_total',
      help: 'SQL statements that took longer than SLOW_QUERY_MS',
      registers,
    }),
    cachedPages: new Gauge({ name: 'cached_pages', help: 'Rendered pages in memory', registers }),
    isReady: new Gauge({ name: 'ready', help: '1 while /readyz answers 200 within a second, else 0', registers }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

type Pool = { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }

/** Reports a pool's connections, counted at each scrape. */
export function watchPool({ registry }: Pick<Metrics, 'registry'>, pool: Pool): void {
  const registers = [registry]
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database by state: in_use, idle, or most (DATABASE_POOL)',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'most' }, pool.options.max)
    },
  })
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Statements waiting for a connection',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

/** Reports a folder's disk space. */
export function watchDisk({ registry }: Pick<Metrics, 'registry'>, folder: string): void {
  new Gauge({
    name: 'data_disk_bytes',
    help: 'Disk space of the data folder by state: free or total',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const disk = await statfs(folder).catch(() => null)
      if (!disk) return this.reset()
      this.set({ state: 'free' }, disk.bavail * disk.bsize)
      this.set({ state: 'total' }, disk.blocks * disk.bsize)
    },
  })
}
