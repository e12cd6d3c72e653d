import { cpus } from 'node:os'
import { isQuick, type Spread, spreadOf } from './rounds.ts'

/** Rounds to three digits, because our measurements are not more precise. */
export const figure = (value: number): string =>
  !Number.isFinite(value)
    ? '–'
    : Math.abs(value) >= 100
      ? Math.round(value).toLocaleString('en-US')
      : String(Number(value.toPrecision(3)))

export function title(name: string, what: string): void {
  const machine = `${cpus().length} processors, Node ${process.versions.node}${isQuick ? ', QUICK: these figures mean little' : ''}`
  console.log(`\n${name}: ${what}\n${'─'.repeat(100)}\n${machine}`)
}

export const note = (text: string) => console.log(text)

/** Writes a table. The first column has words, the others numbers or words. */
export function table(head: string[], rows: (string | number)[][]): void {
  const cells = [head, ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? figure(cell) : cell)))]
  const widths = head.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)))
  for (const row of cells) {
    console.log(
      `  ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('   ')}`,
    )
  }
}

export const spreadCells = ({ min, median, max }: Spread) => [min, median, max]

export const ratesOf = (runs: { perSecond: number }[]): number[] => runs.map(({ perSecond }) => perSecond)

/** Ratio of the medians, and of each round. */
export function ratio(ours: number[], yardstick: number[]): { value: number; words: string } {
  const value = spreadOf(ours).median / spreadOf(yardstick).median
  const rounds = ours.map((our, round) => (our / (yardstick[round] ?? Number.NaN)).toFixed(2))
  return { value, words: `ratio of the medians ${value.toFixed(2)} (by round: ${rounds.join(' ')})` }
}

/** Writes PASS or BELOW next to the goal. A benchmark never fails a run. */
export function goal(what: string, value: number, aim: { atLeast?: number; atMost?: number }, unit = ''): void {
  const isMet = value >= (aim.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (aim.atMost ?? Number.POSITIVE_INFINITY)
  const limit = aim.atLeast === undefined ? `at most ${aim.atMost}${unit}` : `at least ${aim.atLeast}${unit}`
  console.log(`  ${isMet ? 'PASS ' : 'BELOW'}  ${what}: ${figure(value)}${unit}, goal ${limit}`)
}
