import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Processor time so far in seconds. NaN if the system has no /proc. */
export type Processor = { server: number; database: number }

const TICKS_PER_SECOND = 100
const isKnown = existsSync('/proc/self/stat')

/** The fields after the name: 1 is the parent, 11 and 12 are its own ticks, 13 and 14 those of ended children. */
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number)
const ticks = (fields: number[], ...at: number[]) => at.reduce((sum, index) => sum + (fields[index] ?? 0), 0)

export const cpuOf = (pid: number): number => (isKnown ? ticks(statOf(pid), 11, 12) / TICKS_PER_SECOND : Number.NaN)

/** Counts a process with its children. */
export function cpuOfTree(pid: number): number {
  if (!isKnown) return Number.NaN
  let sum = ticks(statOf(pid), 11, 12, 13, 14)
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = statOf(Number(name))
      if (fields[1] === pid) sum += ticks(fields, 11, 12)
    } catch {
      // The process has just ended, so its parent counts it.
    }
  }
  return sum / TICKS_PER_SECOND
}

/** Returns the processor time of one piece of work in milliseconds. @param times pieces between the two measurements */
export const spent = (from: Processor, to: Processor, times: number): Processor => ({
  server: ((to.server - from.server) * 1000) / times,
  database: ((to.database - from.database) * 1000) / times,
})
