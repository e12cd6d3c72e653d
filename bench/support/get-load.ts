import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLoad } from './load-process.ts'
import { type Processor, spent } from './processor.ts'
import type { Product } from './product.ts'
import { goal, note, ratesOf, ratio, spreadCells } from './report.ts'
import { spreadOf } from './rounds.ts'

export type GetTask = {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** Paths to request in turn; without them, the path of the URL. */
  paths?: string[]
  /** Each request has another query string, in every run. */
  isUnique?: boolean
}
export type GetResult = { count: number; perSecond: number; p50: number; p99: number }
/** Processor time is in milliseconds per request. */
export type GetRun = GetResult & { cpu: Processor }
export type Measured = Pick<Product, 'url' | 'cpu'>

export const hasWrk = spawnSync('wrk', ['-v']).error === undefined
export const loadName = hasWrk
  ? 'wrk, one thread'
  : 'our own client (wrk is not installed, so the load takes more of the machine)'

/** @throws Error if an answer is not 200, because a benchmark of failures means nothing */
export function loadGets(task: GetTask): Promise<GetResult> {
  if (hasWrk) return loadWithWrk(task)
  return runLoad<GetTask, GetResult>(join(import.meta.dirname, 'socket-gets.ts'), task)
}

/** Loads a server at these paths, and returns the processor time that it took. */
export async function runGets(
  { url, cpu }: Measured,
  task: Omit<GetTask, 'url'> & { paths: string[] },
): Promise<GetRun> {
  const before = cpu()
  const result = await loadGets({ ...task, url })
  return { ...result, cpu: spent(before, cpu(), result.count) }
}

/** The columns of a table of runs. */
export const runHeads = ['min', 'median', 'max', 'p50 ms', 'p99 ms', 'CPU ms: server', 'database']
export function runCells<Run extends GetResult & Partial<GetRun>>(runs: Run[]): (string | number)[] {
  const median = (of: (run: Run) => number) => spreadOf(runs.map(of)).median
  return [
    ...spreadCells(spreadOf(runs.map(({ perSecond }) => perSecond))),
    ...(['p50', 'p99'] as const).map((share) => median((run) => run[share])),
    ...(['server', 'database'] as const).map((side) => median(({ cpu }) => cpu?.[side] ?? Number.NaN)),
  ]
}

/** Writes how a product's runs compare with those of a reference. */
export function besideReference(
  what: string,
  { ours, plain }: Record<'ours' | 'plain', GetRun[]>,
  atLeast: number,
): void {
  const { value, words } = ratio(ratesOf(ours), ratesOf(plain))
  const times = (side: keyof Processor) => {
    const [our, their] = [ours, plain].map((runs) => runs.map(({ cpu }) => cpu[side])) as [number[], number[]]
    return `${ratio(our, their).value.toFixed(1)} times the processor time of the ${side}`
  }
  note(`  ${what}, to the reference: ${words}; ${times('server')}, ${times('database')}`)
  goal(`${what}, to the reference`, value, { atLeast })
}

async function loadWithWrk(task: GetTask): Promise<GetResult> {
  const folder = mkdtempSync(join(tmpdir(), 'showingbooker-wrk-'))
  const script = join(folder, 'requests.lua')
  writeFileSync(script, luaOf(task))
  const headers = Object.entries(task.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = [
    '-t1',
    `-c${task.connections}`,
    `-d${task.seconds}s`,
    '--latency',
    '--timeout',
    '30s',
    '-s',
    script,
    ...headers,
    task.url,
  ]
  try {
    return parse(await outputOf('wrk', args))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the paths to request in turn. A unique path needs a number at its end: `/list?limit=5&n=17-` */
export function targetsOf({ url, paths = [new URL(url).pathname], isUnique }: GetTask): string[] {
  return isUnique ? paths.map((path) => `${path}${path.includes('?') ? '&' : '?'}n=${process.hrtime.bigint()}-`) : paths
}

function luaOf(task: GetTask): string {
  const own = targetsOf(task)
  return `
local paths = { ${own.map((path) => JSON.stringify(path)).join(', ')} }
local n = 0
request = function()
  n = n + 1
  return wrk.format(nil, paths[n % #paths + 1]${task.isUnique ? ' .. n' : ''})
end`
}

function outputOf(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const stopChild = () => child.kill()
  process.once('exit', stopChild)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  return new Promise<string>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? done(output) : fail(new Error(`${program} failed:\n${output}`))))
  }).finally(() => process.off('exit', stopChild))
}

function parse(output: string): GetResult {
  const bad = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(output)?.[0]
  if (bad) throw new Error(`The load got failures: ${bad}`)
  const units: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }
  const latency = (percent: number) => {
    const [, value, unit] = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s)\\s*$`, 'm').exec(output) ?? []
    return Number(value) * (units[unit ?? ''] ?? Number.NaN)
  }
  const count = Number(/(\d+) requests in/.exec(output)?.[1])
  return { count, perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]), p50: latency(50), p99: latency(99) }
}
