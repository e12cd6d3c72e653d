import { createBackgroundThread } from '../../platform/background-thread.ts'
import type { PreviewDrawer } from '../share/ports.ts'

/** Where a JPEG carries what was written into it: its first segments. */
const HEAD_BYTES = 1024

/** Draws with sharp and the outlines of a font of ours, in a thread of its own: one picture takes 150 ms of computing. */
export function createPreviewDrawer(): PreviewDrawer & { close(): Promise<void> } {
  const thread = createBackgroundThread(new URL('./drawn-preview-thread.ts', import.meta.url))
  return {
    draw: (card, mark) => thread.run<Uint8Array>({ card, mark }),
    isMarked: (picture, mark) => Buffer.from(picture.subarray(0, HEAD_BYTES)).includes(mark),
    close: thread.stop,
  }
}
