import { mix } from './random.ts'

export const clamp = (value: number, low = 0, high = 1) => (value < low ? low : Math.min(value, high))
export const lerp = (from: number, to: number, share: number) => from + (to - from) * share
/** Returns 0 below `low`, 1 above `high`, and a smooth step between them. */
export function smooth(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}

/** Noise of one seed. Results are within -1 to 1 (`fbm`, `gradient`) or 0 to 1 (`ridged`, `cells`). */
export type Noise = ReturnType<typeof createNoise>

const DIRECTIONS = new Float64Array(32)
for (let at = 0; at < 16; at++) {
  DIRECTIONS[2 * at] = Math.cos((at / 16) * 2 * Math.PI)
  DIRECTIONS[2 * at + 1] = Math.sin((at / 16) * 2 * Math.PI)
}

/** Builds gradient noise after Perlin with 16 directions and a quintic blend, on a permutation shuffled by the seed. */
export function createNoise(seed: number) {
  const order = new Uint8Array(512)
  for (let at = 0; at < 256; at++) order[at] = at
  let state = mix(seed)
  for (let at = 255; at > 0; at--) {
    state = mix(state + at)
    const other = state % (at + 1)
    const kept = order[at] as number
    order[at] = order[other] as number
    order[other] = kept
  }
  order.copyWithin(256, 0, 256)

  function gradient(x: number, y: number): number {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const fx = x - column
    const fy = y - row
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    const left = column & 255
    const right = (column + 1) & 255
    const upper = row & 255
    const lower = (row + 1) & 255
    const a = ((order[(order[left] as number) + upper] as number) & 15) * 2
    const b = ((order[(order[right] as number) + upper] as number) & 15) * 2
    const c = ((order[(order[left] as number) + lower] as number) & 15) * 2
    const d = ((order[(order[right] as number) + lower] as number) & 15) * 2
    const na = (DIRECTIONS[a] as number) * fx + (DIRECTIONS[a + 1] as number) * fy
    const nb = (DIRECTIONS[b] as number) * (fx - 1) + (DIRECTIONS[b + 1] as number) * fy
    const nc = (DIRECTIONS[c] as number) * fx + (DIRECTIONS[c + 1] as number) * (fy - 1)
    const nd = (DIRECTIONS[d] as number) * (fx - 1) + (DIRECTIONS[d + 1] as number) * (fy - 1)
    const top = na + u * (nb - na)
    const bottom = nc + u * (nd - nc)
    return 1.41 * (top + v * (bottom - top))
  }

  /** Adds octaves of gradient noise, each turned by 37 degrees so that their grids do not line up. */
  function fbm(x: number, y: number, octaves: number): number {
    let sum = 0
    let weight = 0.5
    let px = x
    let py = y
    for (let octave = 0; octave < octaves; octave++) {
      sum += weight * gradient(px, py)
      const turned = (px * 0.8 - py * 0.6) * 2.02 + 17.3
      py = (px * 0.6 + py * 0.8) * 2.02 - 9.7
      px = turned
      weight *= 0.5
    }
    return sum
  }

  /** Musgrave's ridged multifractal: sharp crests, smooth valleys. */
  function ridged(x: number, y: number, octaves: number): number {
    let sum = 0
    let weight = 0.5
    let carried = 1
    let px = x
    let py = y
    for (let octave = 0; octave < octaves; octave++) {
      let crest = 1 - Math.abs(gradient(px, py))
      crest *= crest
      sum += weight * crest * carried
      carried = Math.max(crest, 0.2)
      const turned = (px * 0.8 - py * 0.6) * 2.03 + 5.1
      py = (px * 0.6 + py * 0.8) * 2.03 + 3.7
      px = turned
      weight *= 0.5
    }
    return sum
  }

  /** Returns a random number from 0 to 1 for a cell. */
  function atCell(column: number, row: number): number {
    const first = order[(order[column & 255] as number) + (row & 255)] as number
    const second = order[(order[(column + 91) & 255] as number) + ((row + 37) & 255)] as number
    return (first * 256 + second) / 65536
  }

  /** Returns the distance to the nearest scattered point, one per cell (Worley), about 0 to 1. */
  function cells(x: number, y: number): number {
    const column = Math.floor(x)
    const row = Math.floor(y)
    let nearest = 9
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const px = column + dx + atCell(column + dx, row + dy)
        const py = row + dy + atCell(column + dx + 57, row + dy + 113)
        const distance = (px - x) * (px - x) + (py - y) * (py - y)
        if (distance < nearest) nearest = distance
      }
    return Math.sqrt(nearest)
  }

  return { gradient, fbm, ridged, cells, atCell }
}
