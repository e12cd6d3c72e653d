/** `--quick` is a smoke run. Its numbers mean little. */
export const isQuick = process.argv.includes('--quick')
/** The number and length of the interleaved rounds, and one long round that would show decay. */
export const plan = isQuick ? { rounds: 2, seconds: 1, longSeconds: 4 } : { rounds: 5, seconds: 3, longSeconds: 20 }

export type Spread = { min: number; median: number; max: number }

export const sorted = (values: Iterable<number>) => Float64Array.from(values).sort()

/** The value that a share of all does not exceed. @param ascending sorted */
export const quantile = (ascending: ArrayLike<number>, share: number): number =>
  ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? Number.NaN

export function spreadOf(values: number[]): Spread {
  const ascending = sorted(values)
  const middle = Math.floor(ascending.length / 2)
  const median =
    ascending.length % 2 === 1 ? ascending[middle] : ((ascending[middle - 1] ?? 0) + (ascending[middle] ?? 0)) / 2
  return { min: ascending[0] ?? Number.NaN, median: median ?? Number.NaN, max: ascending.at(-1) ?? Number.NaN }
}

/** Runs the sides one after the other in each round, so that other work on the machine affects all of them. */
export async function interleave<Sides extends Record<string, (round: number) => Promise<unknown>>>(
  sides: Sides,
  rounds = plan.rounds,
): Promise<{ [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>>[] }> {
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, [] as unknown[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(sides)) results[name]?.push(await run(round))
  }
  return results as { [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>>[] }
}

/** Returns the rate in each quarter of a run, per second. @param doneAt milliseconds from its start */
export function quarters(doneAt: Iterable<number>, seconds: number): number[] {
  const counts = [0, 0, 0, 0]
  for (const at of doneAt) {
    const quarter = Math.min(3, Math.floor((at / (seconds * 1000)) * 4))
    counts[quarter] = (counts[quarter] ?? 0) + 1
  }
  return counts.map((count) => count / (seconds / 4))
}
