import { availableParallelism } from 'node:os'
import type { Picture } from '../../../packages/procedural-renderer/draw.ts'
import { planPicture } from '../../../packages/procedural-renderer/plan.ts'
import { createBackgroundThread } from '../../platform/background-thread.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { Drawing, Engine } from '../studio/ports.ts'

const LOOK_MS = 60

/** Draws in its own threads without a model or network. The same request gives the same bytes. */
export function createLocalRenderer({ threads = Math.max(1, Math.min(4, availableParallelism() - 1)) } = {}): Engine {
  const pool = Array.from({ length: threads }, () => ({
    thread: createBackgroundThread(new URL('./local-renderer-thread.ts', import.meta.url)),
    busy: 0,
  }))

  return {
    name: 'local',
    label: 'Procedural artwork - drawn by code, not an AI model',
    source: 'algorithmicMedia',
    ignores: ['restore_faces'],
    concurrency: threads,
    read({ prompt, negativePrompt }) {
      const { words, isEmpty } = planPicture(prompt, negativePrompt)
      return { words, isEmpty }
    },
    async draw(request, { signal, onProgress }): Promise<Drawing> {
      signal.throwIfAborted()
      const state = new Int32Array(new SharedArrayBuffer(8))
      const place = pool.reduce((best, next) => (next.busy < best.busy ? next : best))
      place.busy++
      let reported = 0
      const look = setInterval(() => {
        const share = Atomics.load(state, 0) / 1000
        if (share <= reported) return
        reported = share
        onProgress(share)
      }, LOOK_MS)
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      const onAbort = () => {
        Atomics.store(state, 1, 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const drawn = place.thread.run<Picture>({ request, state }).finally(() => place.busy--)
      // A request that gave up does not wait for the thread, and we drop a late answer.
      for (const either of [drawn, aborted]) either.catch(() => undefined)
      try {
        const { png, ...rest } = await Promise.race([drawn, aborted])
        onProgress(1)
        return { bytes: png, seed: request.seed, ...rest }
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw new VendorError('local', error instanceof Error ? error.message : 'failed')
      } finally {
        clearInterval(look)
        signal.removeEventListener('abort', onAbort)
      }
    },
    async close() {
      await Promise.all(pool.map(({ thread }) => thread.stop()))
    },
  }
}
