import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics for the operator, as Prometheus text at /metrics. */
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
    jobs: new Counter({
      name: 'jobs_total',
      help: 'Jobs worked off by task and outcome',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    cachedPages: new Gauge({ name: 'cached_pages', help: 'Rendered pages in memory', registers }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
