import { join } from 'node:path'
import type { BookingResult, BookingTask } from './booking-load.ts'
import { runLoad } from './load-process.ts'
import { spent } from './processor.ts'
import type { Product } from './product.ts'
import { quantile, sorted } from './rounds.ts'

type Wanted = Pick<BookingTask, 'stage' | 'clients' | 'seconds' | 'first'>

/** One round of bookings. Processor time is in milliseconds per booking. */
export type Run = Awaited<ReturnType<typeof book>>

type Measured = Pick<Product, 'port' | 'databaseUrl' | 'cpu'>

async function book(file: string, product: Measured, wanted: Wanted) {
  let before = product.cpu()
  const { port, databaseUrl } = product
  const result = await runLoad<BookingTask, BookingResult>(
    join(import.meta.dirname, file),
    { port, databaseUrl, ...wanted },
    () => {
      before = product.cpu()
    },
  )
  const after = product.cpu()
  const count = result.doneAt.length
  const ascending = new Map<string | undefined, Float64Array>([[undefined, sorted(result.wholes)]])
  for (const [step, times] of Object.entries(result.steps)) ascending.set(step, sorted(times))
  return {
    next: result.next,
    /** Includes the bookings before the clock started. */
    booked: result.next - wanted.first,
    rate: count / (Math.max(...result.doneAt) / 1000),
    doneAt: result.doneAt,
    hasStep: (step: string) => ascending.has(step),
    /** The 99th percentile of a step or of whole bookings, in milliseconds. */
    p99: (step?: string) => quantile(ascending.get(step) ?? [], 0.99),
    cpu: { ...spent(before, after, count), client: (result.cpu * 1000) / count },
  }
}

export const bookOverHttp = (product: Measured, wanted: Wanted) => book('booking-load.ts', product, wanted)
/** The baseline. */
export const bookWithSql = (product: Measured, wanted: Wanted) => book('booking-sql.ts', product, wanted)
