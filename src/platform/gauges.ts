import type { Logger } from 'pino'
import { Counter, Gauge } from 'prom-client'
import { inTime } from './in-time.ts'
import type { Metrics } from './metrics.ts'

export type Figure<Name extends string = string> = { name: Name; value: number; labels?: Record<string, string> }

/** Gauge values that come from tables. We read them only for a scrape of /metrics. */
export type Reading<Name extends string = string> = {
  gauges: Record<Name, { help: string; labelNames?: string[] }>
  /** How long scrapes reuse the last values. */
  keepSeconds?: number
  read: () => Promise<Figure<Name>[]>
}

const KEEP_SECONDS = 15
const LATE = 'the scrape ran out of time'

/**
 * Creates the gauges of all readings. We read them one after another, so that a scrape does not take the connections
 * that requests need. If a reading fails or is late, we leave its gauges empty and count it.
 */
export function createGauges(
  { registry }: Pick<Metrics, 'registry'>,
  options: { readings: Reading[]; now: () => number; log: Logger },
) {
  const registers = [registry]
  const failures = new Counter({
    name: 'gauge_failures_total',
    help: 'Failed readings of gauges from the database',
    registers,
  })
  const kept = options.readings.map((reading) => {
    const gauges = new Map(
      Object.entries(reading.gauges).map(([name, { help, labelNames = [] }]) => [
        name,
        new Gauge({ name, help, labelNames, registers }),
      ]),
    )
    return {
      read: keepFor((reading.keepSeconds ?? KEEP_SECONDS) * 1000, options.now, reading.read),
      show(figures: Figure[]) {
        for (const gauge of gauges.values()) {
          gauge.reset()
          // A reset gauge without labels would be 0, which would say that all is well.
          gauge.remove({})
        }
        for (const { name, value, labels = {} } of figures) gauges.get(name)?.set(labels, value)
      },
    }
  })
  const figuresOf = async (read: () => Promise<Figure[]>, msLeft: number): Promise<Figure[]> => {
    try {
      if (msLeft <= 0) throw new Error(LATE)
      return await inTime(read(), msLeft, () => new Error(LATE))
    } catch (error) {
      failures.inc()
      options.log.warn({ reason: (error as Error).message }, 'could not read gauges')
      return []
    }
  }
  return {
    /** Reads all values within this time. */
    async refresh(limitMs: number) {
      const end = performance.now() + limitMs
      for (const { read, show } of kept) show(await figuresOf(read, end - performance.now()))
    },
    /** Empties all gauges, because old values would look current. */
    clear() {
      for (const { show } of kept) show([])
    },
  }
}

export type Gauges = ReturnType<typeof createGauges>

/**
 * Reads again only if the last answer is older than this. Calls that come in the meantime share one reading, however
 * long it takes, so that a locked table ties up at most one connection.
 */
export function keepFor<T>(ms: number, now: () => number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  let running: Promise<T> | undefined
  return () => {
    if (running) return running
    if (last && now() - last.at < ms) return last.answer
    const at = now()
    const answer = read()
    running = answer
    answer.then(
      () => {
        last = { at, answer }
        running = undefined
      },
      () => {
        // Do not keep a failure.
        last = undefined
        running = undefined
      },
    )
    return answer
  }
}
