import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentType } from '../document/contract.ts'
import { isPicture, PAGES, ReadingStopped } from '../document/domain.ts'
import type { DocumentReader, Reading, ReadPage } from '../document/ports.ts'
import type { Unit } from '../document/section-domain.ts'

/** A line of the child's output. */
export type ReadPart =
  | { kind: 'progress'; percent: number }
  | { kind: 'page'; text: string; units: Unit[] }
  | { kind: 'picture'; base64: string }
  | { kind: 'end'; note: string | null }
  | { kind: 'unreadable'; reason: string }

type Limits = {
  /** Maximum CPU time to read one file of any size, in milliseconds. */
  deadlineMs?: number
  /** Maximum memory of the process. */
  memoryMb?: number
  /** Maximum size of its output. */
  outputBytes?: number
  /** How many files we read at a time. The others wait. */
  atOnce?: number
  /** The program to run, for tests. */
  program?: string
  readable?: string[]
}

const ROOT = resolve(import.meta.dirname, '../../..')
/** The program, without the data it stores. */
const READABLE = [
  ...[join(ROOT, 'src'), join(ROOT, 'node_modules'), realpathSync(join(ROOT, 'node_modules'))].map(
    (path) => `${path}/*`,
  ),
  join(ROOT, 'package.json'),
]
const PROGRAM = fileURLToPath(new URL('./document-reader-child.ts', import.meta.url))
const PRLIMIT = '/usr/bin/prlimit'
const HEAP_MB = 384
const LOOK_MS = 100
/**
 * CPU time for any file, and for each megabyte of it: twice the time for the densest real file (5,000 pages in 1.5 MB).
 */
const READING_MS = 15_000
const READING_MS_PER_MB = 30_000
/** A busy machine gives a process only a share of the processor, so reading may take this many times as long. */
const WAITING = 4

const TOO_LONG = 'This file took too long to read.'
const TOO_LARGE = 'This file needs too much memory to be read.'
const CRASHED = 'This file is damaged or cannot be read.'

/**
 * Reads each file in a separate process, which has no secrets and may read only the program. We kill the process if it
 * uses more CPU time than a file of that size may, too much memory, or writes too much. Nothing else is affected.
 */
export function createDocumentReader(limits: Limits = {}): DocumentReader & { close(): Promise<void> } {
  const {
    deadlineMs = 60_000,
    memoryMb = 900,
    outputBytes = 64 * 2 ** 20,
    atOnce = 1,
    program = PROGRAM,
    readable = READABLE,
  } = limits
  const running = new Set<ChildProcess>()
  const waiting: (() => void)[] = []
  let free = atOnce
  let isClosed = false

  async function inTurn<Made>(make: () => Promise<Made>): Promise<Made> {
    if (free > 0) free--
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await make()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  function start(type: DocumentType | typeof PAGES, timeMs: number): { child: ChildProcess; deadlineMs: number } {
    const node = [
      `--max-old-space-size=${HEAP_MB}`,
      '--permission',
      '--no-warnings',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      // libvips is native code.
      ...(type !== PAGES && isPicture(type) ? ['--allow-addons'] : []),
      program,
      type,
    ]
    const isCounted = existsSync(PRLIMIT)
    const seconds = Math.ceil(timeMs / 1000)
    const [command, args] = isCounted
      ? [PRLIMIT, [`--cpu=${seconds}:${seconds + 1}`, '--core=0', '--fsize=0', process.execPath, ...node]]
      : [process.execPath, node]
    const child = spawn(command, args, {
      cwd: ROOT,
      // Do not pass on our environment, which contains secrets.
      env: { PATH: '/usr/bin:/bin', UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    return { child, deadlineMs: isCounted ? timeMs * WAITING : timeMs }
  }

  function run(
    bytes: Uint8Array,
    type: DocumentType | typeof PAGES,
    onProgress: (percent: number) => void,
  ): Promise<Reading> {
    if (isClosed) throw new ReadingStopped()
    const timeMs = Math.min(deadlineMs, READING_MS + (bytes.length / 2 ** 20) * READING_MS_PER_MB)
    const { child, deadlineMs: waitMs } = start(type, timeMs)
    running.add(child)
    const { promise, resolve: settle, reject } = Promise.withResolvers<Reading>()
    const pages: ReadPage[] = []
    let result: Reading | undefined
    let why: string | undefined
    let size = 0
    let rest: Buffer[] = []

    function stop(reason: string) {
      why ??= reason
      child.kill('SIGKILL')
    }
    const deadline = setTimeout(stop, waitMs, TOO_LONG)
    const look = setInterval(async () => {
      const used = await residentMb(child.pid)
      if (used > memoryMb) stop(TOO_LARGE)
    }, LOOK_MS)

    function takeLine(line: string) {
      const part = JSON.parse(line) as ReadPart
      if (part.kind === 'progress') onProgress(part.percent)
      else if (part.kind === 'page') pages.push({ text: part.text, units: part.units })
      else if (part.kind === 'picture') result = { kind: 'picture', jpeg: Buffer.from(part.base64, 'base64') }
      else if (part.kind === 'unreadable') result = { kind: 'unreadable', reason: part.reason }
      else result ??= { kind: 'text', pages, note: part.note }
    }
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > outputBytes) return stop(TOO_LARGE)
      const end = chunk.lastIndexOf(10)
      if (end < 0) return rest.push(chunk)
      const lines = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8')
      rest = [chunk.subarray(end + 1)]
      try {
        for (const line of lines.split('\n')) if (line) takeLine(line)
      } catch {
        stop(CRASHED)
      }
    })
    // The child may exit before it has read everything.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(bytes)
    child.on('error', (error) => {
      why ??= CRASHED
      reject(error)
    })
    child.on('close', (_code, signal) => {
      clearTimeout(deadline)
      clearInterval(look)
      running.delete(child)
      if (isClosed) reject(new ReadingStopped())
      else if (!why && result) settle(result)
      else settle({ kind: 'unreadable', reason: why ?? reasonOf(signal) })
    })
    return promise
  }

  return {
    read: (bytes, type, onProgress) => inTurn(() => run(bytes, type, onProgress)),
    readPages: (pages) => inTurn(() => run(Buffer.from(JSON.stringify(pages)), PAGES, () => undefined)),
    async close() {
      isClosed = true
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

/** A full heap aborts the process. If it runs out of CPU time, the system sends SIGXCPU. */
const reasonOf = (signal: NodeJS.Signals | null): string =>
  signal === 'SIGABRT' ? TOO_LARGE : signal === 'SIGXCPU' ? TOO_LONG : CRASHED

/** Returns the process's memory in megabytes, or 0 if the system does not say. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}
