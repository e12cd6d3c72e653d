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
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
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
