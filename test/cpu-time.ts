/** Starts a clock of this thread's processor time, which other load on the machine does not move. @returns reads milliseconds */
export function startCpuClock(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
}

/** @returns milliseconds of the processor that the work takes on this thread */
export function cpuMsOf(work: () => void): number {
  const spent = startCpuClock()
  work()
  return spent()
}
