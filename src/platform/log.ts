import pino, { type Logger } from 'pino'
import { openLogFile } from './log-file.ts'

/**
 * Opens a log of JSON lines. It writes them in batches, no caller waits for it, and it writes the rest at the end. The
 * code that logs must never pass personal data or tokens.
 * @param path a path, or `-` for standard output
 * @param onFailure called for each failed write
 * @throws LogUnusable
 */
export function createLog(
  level: string,
  path: string,
  onFailure: (error: Error) => void = () => undefined,
): { log: Logger; close(): void } {
  const file = openLogFile(path, onFailure)
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: factsOf } }, file)
  const flush = setInterval(file.flush, 1000)
  flush.unref()
  return {
    log,
    async close() {
      clearInterval(flush)
      await file.settled()
      file.flushSync()
    },
  }
}

/**
 * Returns only what an operator needs to know about an error. A database error's `detail` and `where` quote whole rows,
 * its class 22 messages quote values, and a vendor's error may contain the request with its keys.
 */
export function factsOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error }
  const { code, constraint, routine, cause } = error as Error & Record<'code' | 'constraint' | 'routine', unknown>
  const isAboutValue = typeof routine === 'string' && String(code).startsWith('22')
  const message = isAboutValue ? error.message.replace(/:.*/s, '') : error.message
  const at = error.stack?.slice(error.stack.indexOf('\n    at ') + 1)
  return {
    type: error.name,
    message,
    code,
    constraint,
    routine,
    stack: at,
    ...(cause !== undefined && { cause: factsOf(cause) }),
  }
}
