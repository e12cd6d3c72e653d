import type { ReportPrinter } from '../features/showing/ports.ts'
import { createBackgroundThread } from '../platform/background-thread.ts'

/** Prints with pdfmake. A report of hundreds of rows takes seconds of computing: it happens in a thread of its own. */
export function createPdfReportPrinter(): ReportPrinter & { close(): Promise<void> } {
  const thread = createBackgroundThread(new URL('./pdf-report-thread.ts', import.meta.url))
  return {
    print: (report) => thread.run<Uint8Array>(report),
    close: thread.stop,
  }
}
