/** Returns the round number at the top of the axis. It is even, so that the middle is a whole number, too. */
export function axisTop(highest: number): number {
  if (highest <= 2) return 2
  const size = 10 ** Math.floor(Math.log10(highest))
  const step = [1, 2, 4, 5, 8, 10].find((one) => one * size >= highest && (one * size) % 2 === 0) ?? 10
  return step * size
}
