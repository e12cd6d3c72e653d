/** Measures this thread alone, whatever else the machine does. @returns milliseconds of the processor that the work takes */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
