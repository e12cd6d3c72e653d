import { parentPort } from 'node:worker_threads'

/** The other side of `background-thread.ts`: answers each of its calls with what `make` makes of it. */
export function answerInBackground<Input>(make: (input: Input) => Promise<unknown>): void {
  parentPort?.on('message', async ({ id, input }: { id: number; input: Input }) => {
    try {
      parentPort?.postMessage({ id, result: await make(input) })
    } catch (error) {
      parentPort?.postMessage({ id, error: String(error) })
    }
  })
}
