/**
 * Starts a clock of this thread's CPU time, which other load on the machine does not affect.
 * @returns a function that reads milliseconds
 */
export function startCpuClock(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
}

/** @returns milliseconds of CPU time that the work takes on this thread */
export function cpuMsOf(work: () => void): number {
  const spent = startCpuClock()
  work()
  return spent()
}
