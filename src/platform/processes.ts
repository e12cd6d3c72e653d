import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Tells whether a process with this ID exists, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns a process's command line with spaces between the arguments, or '' if we cannot see it. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // The process does not exist, or the system has no /proc.
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
}

/** @returns whether `done` returned true within the time */
export async function until(done: () => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  while (!done()) {
    if (performance.now() > end) return false
    await delay(25)
  }
  return true
}
