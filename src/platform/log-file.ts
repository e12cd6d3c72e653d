import { mkdirSync, openSync, write, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** We cannot open the log. `message` is for a person. */
export class LogUnusable extends Error {}

/** We write as soon as this many characters are waiting. */
const BATCH = 4096

/** Maximum number of characters that wait for a slow reader or disk. After that we drop new lines. */
const MOST_WAITING = 8 * 2 ** 20

/** How long we let a full pipe drain before we try again, and how often we do so at the end of the process. */
const BUSY_MS = 100
const LAST_TRIES = 10

const files = new Set<{ flushSync(): void }>()
process.on('exit', () => {
  for (const file of files) file.flushSync()
})

/**
 * Opens a file for lines that no caller waits for. If a write fails, we report it once and drop lines until a write
 * succeeds.
 * @param path a path, or `-` for standard output
 * @param onFailure called for each failed write
 * @throws LogUnusable
 */
export function openLogFile(path: string, onFailure: (error: Error) => void) {
  const fd = path === '-' ? 1 : open(path)
  let waiting: string[] = []
  let length = 0
  let isWriting = false
  // Called when a write has ended or a full pipe has refused it.
  let onRest: () => void = () => undefined
  // The bytes that a full pipe has not taken yet, until we try again.
  let unfinished: { bytes: Buffer; hasBegun: boolean; timer: NodeJS.Timeout } | null = null
  let isFailing = false
  // A failure may leave half a line, and the next line must not continue it.
  let isTorn = false

  const takeAll = () => {
    const bytes = Buffer.from((isTorn ? '\n' : '') + waiting.join(''))
    waiting = []
    length = 0
    return bytes
  }
  function ended(error: Error | null, isHalf: boolean) {
    isTorn = isHalf || (isTorn && error !== null)
    if (error && !isFailing)
      console.error(`We cannot write the log: ${error.message}. Its lines are lost until we can.`)
    isFailing = error !== null
    if (error) onFailure(error)
  }
  function writeOn(bytes: Buffer, hasBegun: boolean) {
    write(fd, bytes, 0, bytes.length, null, (error, count) => {
      if (isBusy(error)) {
        const timer = setTimeout(() => {
          unfinished = null
          writeOn(bytes, hasBegun)
        }, BUSY_MS)
        unfinished = { bytes, hasBegun, timer }
        onRest()
        return
      }
      if (!error && count < bytes.length) return writeOn(bytes.subarray(count), true)
      isWriting = false
      ended(error, error !== null && hasBegun)
      if (length >= BATCH) flush()
      if (!isWriting) onRest()
    })
  }
  function flush() {
    if (isWriting || length === 0) return
    isWriting = true
    writeOn(takeAll(), false)
  }
  const file = {
    write(line: string) {
      if (length >= MOST_WAITING) return
      waiting.push(line)
      length += line.length
      if (length >= BATCH) flush()
    },
    flush,
    /** Waits up to a second for a write in progress, which `flushSync` would cut in two. */
    async settled() {
      if (!isWriting || unfinished) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const limit = setTimeout(resolve, BUSY_MS * LAST_TRIES)
      onRest = resolve
      await promise
      clearTimeout(limit)
    },
    /** Writes the waiting lines when the process ends. If that fails, they are lost. */
    flushSync() {
      clearTimeout(unfinished?.timer)
      let hasBegun = unfinished?.hasBegun ?? false
      let bytes = Buffer.concat([unfinished?.bytes ?? Buffer.alloc(0), takeAll()])
      if (unfinished) isWriting = false
      unfinished = null
      if (bytes.length === 0) return
      for (let tries = 0; bytes.length > 0; ) {
        try {
          bytes = bytes.subarray(writeSync(fd, bytes))
          hasBegun = true
          tries = 0
        } catch (error) {
          if (!isBusy(error as Error) || ++tries >= LAST_TRIES) return ended(error as Error, hasBegun)
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
        }
      }
      ended(null, false)
    },
  }
  files.add(file)
  return file
}

function open(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true })
    return openSync(path, 'a', 0o600)
  } catch (error) {
    throw new LogUnusable(
      `We cannot open the log ${path}: ${(error as Error).message}. Set LOG_FILE to a file, or to - for standard output.`,
    )
  }
}

const isBusy = (error: NodeJS.ErrnoException | null) => error?.code === 'EAGAIN' || error?.code === 'EBUSY'
