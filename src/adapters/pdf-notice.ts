import type { NoticePrinter } from '../features/notification/ports.ts'
import { createBackgroundThread } from '../platform/background-thread.ts'

/** Prints with pdfmake. Laying out a page takes 60 ms and more of computing: it happens in a thread of its own. */
export function createPdfNoticePrinter(): NoticePrinter & { close(): Promise<void> } {
  const thread = createBackgroundThread(new URL('./pdf-notice-thread.ts', import.meta.url))
  return {
    print: (notice) => thread.run<Uint8Array>(notice),
    close: thread.stop,
  }
}
