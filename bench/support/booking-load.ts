import { addressHeader, type Buyer, formOf, personOf, type Stage, slotOf } from './buyer.ts'
import { type Connection, openConnection } from './http-connection.ts'
import { answerLoad } from './load-process.ts'

export type BookingTask = {
  /** The process to measure: the product or the database. */
  port: number
  databaseUrl: string
  stage: Stage
  clients: number
  seconds: number
  /** Number of the first booking. Each number is used once. */
  first: number
}

/** Bookings of each client before the clock starts: connections, prepared statements, compiled code. */
const WARM_UP = 4

/** Times in milliseconds. */
export type BookingResult = {
  next: number
  /** When each booking was done, from the start of the run. */
  doneAt: Float64Array
  wholes: Float64Array
  /** By step of a booking. */
  steps: Record<string, Float64Array>
  /** Processor time of the load itself, in seconds. */
  cpu: number
}

type Timed = <T>(step: string, work: Promise<T>) => Promise<T>

/**
 * Runs clients that book one slot after another without pauses. The clock starts when each has booked
 * a few. `book` times its own steps.
 */
export async function bookUntilOver<Client>(
  task: BookingTask,
  clients: Client[],
  begin: () => void,
  book: (client: Client, buyer: Buyer, timed: Timed) => Promise<void>,
): Promise<BookingResult> {
  const steps: Record<string, number[]> = {}
  const doneAt: number[] = []
  const wholes: number[] = []
  let next = task.first
  const nextBuyer = () => ({ ...slotOf(task.stage, next), ...personOf(next++) })
  const untimed: Timed = (_step, work) => work
  await Promise.all(
    clients.map(async (client) => {
      for (let turn = 0; turn < WARM_UP; turn++) await book(client, nextBuyer(), untimed)
    }),
  )
  begin()
  const timed: Timed = async (step, work) => {
    const from = performance.now()
    const answer = await work
    steps[step] ??= []
    steps[step].push(performance.now() - from)
    return answer
  }
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const end = startedAt + task.seconds * 1000
  await Promise.all(
    clients.map(async (client) => {
      for (let from = performance.now(); from < end; from = performance.now()) {
        await book(client, nextBuyer(), timed)
        const now = performance.now()
        wholes.push(now - from)
        doneAt.push(now - startedAt)
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    next,
    doneAt: Float64Array.from(doneAt),
    wholes: Float64Array.from(wholes),
    steps: Object.fromEntries(Object.entries(steps).map(([step, times]) => [step, Float64Array.from(times)])),
    cpu: (user + system) / 1e6,
  }
}

const card = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2035, cvc: '123' }

/** @throws Error if an answer is not a success, because a benchmark of failures means nothing */
async function ask(connection: Connection, path: string, body: object, expected: number, headers = '') {
  const { status, body: answer } = await connection.post(path, body, headers)
  if (status !== expected) throw new Error(`${path} answered ${status}: ${answer.toString('utf8', 0, 500)}`)
  return JSON.parse(answer.toString())
}

if (import.meta.main) {
  answerLoad(async (task: BookingTask, begin): Promise<BookingResult> => {
    const connections = await Promise.all(Array.from({ length: task.clients }, () => openConnection(task.port)))
    const result = await bookUntilOver(task, connections, begin, async (connection, buyer, timed) => {
      const from = addressHeader(buyer)
      const hold = ask(connection, '/api/payments/create-payment-intent', { bookingData: formOf(buyer) }, 201, from)
      const intent = await timed('hold', hold)
      const billing = { name: buyer.name, email: buyer.email, phone: buyer.phone }
      const payment = { clientSecret: intent.clientSecret, card, billing }
      await timed('pay', ask(connection, '/api/payments/sandbox/confirm', payment, 200, from))
      const settle = ask(connection, '/api/payments/process-booking', intent, 200, from)
      const { booking } = await timed('settle', settle)
      if (booking.status !== 'confirmed') throw new Error(`a booking ended as ${booking.status}`)
    })
    for (const connection of connections) connection.close()
    return result
  })
}
