import pino, { type Logger } from 'pino'

/**
 * JSON lines, written in lumps and never waited for; what is left is written at the end.
 * Never a person's data, never a token: what may be logged is chosen where it is logged.
 * @param file a path, or `-` for standard output
 */
export function createLog(level: string, file: string): { log: Logger; close(): void } {
  const destination = pino.destination({
    dest: file === '-' ? 1 : file,
    sync: false,
    minLength: 4096,
    mkdir: true,
    mode: 0o600,
  })
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: factsOf } },
    destination,
  )
  const flush = setInterval(() => destination.flush(), 1000)
  flush.unref()
  return {
    log,
    close() {
      clearInterval(flush)
      destination.flushSync()
    },
  }
}

/**
 * What an operator needs of an error and nothing more: a database's `detail` and `where` quote whole rows, its messages
 * of class 22 the value, and a vendor's error may hold the request with its keys.
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
