import { createHash } from 'node:crypto'
import type { Developed, ImageProcessor } from '../../src/studio/image/ports.ts'
import type { DrawingRequest, Engine } from '../../src/studio/studio/ports.ts'
import { drawnPng } from '../images.ts'

type Run = Parameters<Engine['draw']>[1]

/** Creates an engine that draws the same picture immediately, unless a test changes that. */
export function createFakeEngine(choices: Partial<Pick<Engine, 'name' | 'concurrency' | 'isSerial' | 'read'>> = {}) {
  const asked: DrawingRequest[] = []
  const next: ((request: DrawingRequest, run: Run) => Promise<void>)[] = []
  let bytes: Promise<Buffer> | undefined
  const engine: Engine = {
    name: choices.name ?? 'local',
    label: 'Drawn by a test',
    source: 'algorithmicMedia',
    ignores: ['restore_faces'],
    concurrency: choices.concurrency ?? 2,
    ...(choices.isSerial && { isSerial: choices.isSerial }),
    ...(choices.read && { read: choices.read }),
    async draw(request, run) {
      run.signal.throwIfAborted()
      asked.push(request)
      await next.shift()?.(request, run)
      bytes ??= drawnPng()
      return {
        bytes: await bytes,
        seed: request.seed,
        model: 'test/1',
        usedWords: request.prompt.split(' '),
        unusedWords: [],
      }
    },
  }
  return {
    engine,
    /** The requests so far. */
    asked,
    /** Runs before each of the next drawings. */
    next,
    /** Makes its next drawing wait until the test releases or cancels it. */
    hold() {
      const started = Promise.withResolvers<Run>()
      const released = Promise.withResolvers<void>()
      next.push((_, run) => {
        started.resolve(run)
        const { promise, reject } = Promise.withResolvers<never>()
        run.signal.addEventListener('abort', () => reject(run.signal.reason), { once: true })
        return Promise.race([released.promise, promise])
      })
      return { started: started.promise, release: released.resolve }
    },
    fail(...errors: Error[]) {
      for (const error of errors) next.push(() => Promise.reject(error))
    },
  }
}

const developed = new Map<string, Promise<Developed>>()

/**
 * Develops only the first of equal pictures. Later ones get its files, which also name the first request. Encoding a
 * picture of 512 pixels takes a quarter of a second of the processor.
 */
export const developOnce = (real: ImageProcessor): ImageProcessor => ({
  ...real,
  develop(bytes, plan) {
    const key = JSON.stringify([createHash('sha256').update(bytes).digest('hex'), plan.size, plan.look])
    return developed.getOrInsertComputed(key, () =>
      real.develop(bytes, plan).catch((error) => {
        developed.delete(key)
        throw error
      }),
    )
  },
})
