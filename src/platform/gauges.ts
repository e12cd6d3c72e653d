import type { Logger } from 'pino'
import { Counter, Gauge } from 'prom-client'
import type { Metrics } from './metrics.ts'

export type Figure<Name extends string = string> = { name: Name; value: number; labels?: Record<string, string> }

/** Figures that come from tables. We read them only when somebody scrapes /metrics. */
export type Reading<Name extends string = string> = {
  gauges: Record<Name, { help: string; labelNames?: string[] }>
  /** How long a scrape takes the last figures instead of reading again. */
  keepSeconds?: number
  read: () => Promise<Figure<Name>[]>
}

const KEEP_SECONDS = 15

/**
 * Makes the gauges of all readings. We read one after the other, so that a scrape never takes the connections of
 * requests. A reading that fails leaves its gauges empty and is counted.
 */
export function createGauges(
  { registry }: Pick<Metrics, 'registry'>,
  options: { readings: Reading[]; now: () => number; log: Logger },
) {
  const registers = [registry]
  const failures = new Counter({
    name: 'gauge_failures_total',
    help: 'Readings of gauges from the database that failed',
    registers,
  })
  const kept = options.readings.map((reading) => {
    const gauges = new Map(
      Object.entries(reading.gauges).map(([name, { help, labelNames = [] }]) => [
        name,
        new Gauge({ name, help, labelNames, registers }),
      ]),
    )
    const reset = () => {
      for (const gauge of gauges.values()) gauge.reset()
    }
    return keepFor((reading.keepSeconds ?? KEEP_SECONDS) * 1000, options.now, async () => {
      try {
        const figures = await reading.read()
        reset()
        for (const { name, value, labels = {} } of figures) gauges.get(name)?.set(labels, value)
      } catch (error) {
        reset()
        failures.inc()
        options.log.warn({ reason: (error as Error).message }, 'gauges could not be read')
      }
    })
  })
  return {
    async refresh() {
      for (const read of kept) await read()
    },
  }
}

export type Gauges = ReturnType<typeof createGauges>

/** Reads again only when the last answer is older than this. Calls that come meanwhile share one reading. */
export function keepFor<T>(ms: number, now: () => number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (last && now() - last.at < ms) return last.answer
    const answer = read()
    const mine = { at: now(), answer }
    last = mine
    // A failure is nothing to keep.
    answer.catch(() => {
      if (last === mine) last = undefined
    })
    return answer
  }
}
