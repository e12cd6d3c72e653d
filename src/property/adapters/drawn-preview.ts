import { createBackgroundThread } from '../../platform/background-thread.ts'
import type { PreviewDrawer } from '../share/ports.ts'

/** Length of a JPEG's first segments in bytes, which carry the mark. */
const HEAD_BYTES = 1024

/** Draws with sharp and our own font in a separate thread, because one picture takes 150 ms of computing. */
export function createPreviewDrawer(): PreviewDrawer & { close(): Promise<void> } {
  const thread = createBackgroundThread(new URL('./drawn-preview-thread.ts', import.meta.url))
  return {
    draw: (card, mark) => thread.run<Uint8Array>({ card, mark }),
    isMarked: (picture, mark) => Buffer.from(picture.subarray(0, HEAD_BYTES)).includes(mark),
    close: thread.stop,
  }
}
