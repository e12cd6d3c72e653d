import type { PaperPrinter } from '../features/proof/ports.ts'
import { createBackgroundThread } from '../platform/background-thread.ts'

/** Prints upright papers with pdfmake, in a thread of its own: a long log takes seconds of computing. */
export function createPdfPaperPrinter(): PaperPrinter & { close(): Promise<void> } {
  const thread = createBackgroundThread(new URL('./pdf-paper-thread.ts', import.meta.url))
  return {
    print: (paper) => thread.run<Uint8Array>(paper),
    close: thread.stop,
  }
}
