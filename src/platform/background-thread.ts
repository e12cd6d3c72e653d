import { parentPort, Worker } from 'node:worker_threads'

/** How long an idle thread stays alive. */
const IDLE_MS = 30_000

type Answer = { id: number; result?: unknown; error?: string }
type Call = { resolve(result: unknown): void; reject(error: Error): void }
/** A thread, and the calls that it has not answered. */
type Thread = { worker: Worker; waiting: Map<number, Call> }

/**
 * Runs computations in their own thread, one after another, because they would hold up every request. The thread starts
 * with the first call and ends after a while without calls. A call that comes while it ends gets the next thread.
 * @param url a module that answers each message `{ id, input }` with `{ id, result }` or `{ id, error }`
 */
export function createBackgroundThread(url: URL) {
  let current: Thread | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function start(): Thread {
    const worker = new Worker(url, { execArgv: [] })
    const waiting: Thread['waiting'] = new Map()
    const started = { worker, waiting }
    worker.on('message', ({ id, result, error }: Answer) => {
      const call = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) call?.resolve(result)
      else call?.reject(new Error(error))
      if (waiting.size === 0 && current === started) idle = setTimeout(stop, IDLE_MS).unref()
    })
    const fail = (reason: Error) => {
      if (current === started) current = undefined
      for (const call of waiting.values()) call.reject(reason)
      waiting.clear()
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the background thread has ended')))
    worker.unref()
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopped = current
    current = undefined
    await stopped?.worker.terminate()
  }

  return {
    run<T>(input: unknown): Promise<T> {
      clearTimeout(idle)
      current ??= start()
      const { worker, waiting } = current
      const id = ++lastId
      return new Promise<T>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (result: unknown) => void, reject })
        worker.ref()
        worker.postMessage({ id, input })
      }).finally(() => {
        if (waiting.size === 0) worker.unref()
      })
    },
    stop,
  }
}

/** The thread's side: answers each call with the result of `make`. */
export function answerInBackground<Input>(make: (input: Input) => Promise<unknown>): void {
  parentPort?.on('message', async ({ id, input }: { id: number; input: Input }) => {
    try {
      parentPort?.postMessage({ id, result: await make(input) })
    } catch (error) {
      parentPort?.postMessage({ id, error: String(error) })
    }
  })
}
