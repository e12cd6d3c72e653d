import { createBackgroundThread } from '../../platform/background-thread.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { Developed, ImageFacts, ImageProcessor, Look, Print } from '../image/ports.ts'
import * as t from '../text/adapters.ts'

/** A task for the thread. `isOurs` means that the bytes are an original that we developed before. */
export type ProcessingOrder =
  | { bytes: Uint8Array; isOurs: boolean; size: number; facts: ImageFacts; look: Look }
  | { enlarge: Uint8Array; facts: ImageFacts }
  | { sheet: Uint8Array; side: number }
/** `fault` says, for the log, why the engine's picture is unusable. */
export type ProcessingResult =
  | { developed: Developed }
  | { print: Print }
  | { enlarged: Uint8Array }
  | { sheet: Uint8Array }
  | { fault: string }

/** Our own filters on sharp (libvips), in a separate thread because a filter computes for up to 100 ms. */
export function createImageProcessor(): ImageProcessor {
  const thread = createBackgroundThread(new URL('./image-processing-thread.ts', import.meta.url))
  const run = (order: ProcessingOrder) => thread.run<ProcessingResult>(order)
  return {
    async develop(bytes, plan) {
      const result = await run({ bytes, isOurs: false, ...plan })
      if ('developed' in result) return result.developed
      const fault = 'fault' in result ? result.fault : 'no picture'
      const reason = t.badPicture()
      throw new VendorError('engine', fault, { isPermanent: false, isAboutRequest: true, reason })
    },
    async print(bytes, plan) {
      const result = await run({ bytes, isOurs: true, ...plan })
      if ('print' in result) return result.print
      throw new Error(
        `could not read an original: ${'fault' in result ? result.fault : 'the thread developed it instead'}`,
      )
    },
    async enlarge(shown, facts) {
      const result = await run({ enlarge: shown, facts })
      if ('enlarged' in result) return result.enlarged
      throw new Error(`could not read an image: ${'fault' in result ? result.fault : 'the thread printed it instead'}`)
    },
    async sheet(original, side) {
      const result = await run({ sheet: original, side })
      if ('sheet' in result) return result.sheet
      throw new Error(
        `could not read an original: ${'fault' in result ? result.fault : 'the thread printed it instead'}`,
      )
    },
    close: thread.stop,
  }
}
