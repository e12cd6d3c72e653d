import { spawnSync } from 'node:child_process'

/** Lists the IDs of the processes that a process started, and of those that they started. It needs `ps`. */
export function processesBelow(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  // The loop also visits what it adds.
  for (const parent of found) for (const [id = 0, above] of rows) if (above === parent) found.push(id)
  return found.slice(1)
}
