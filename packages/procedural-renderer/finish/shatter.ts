import { lch, toScreen } from '../canvas/color.ts'
import type { Frame } from '../canvas/frame.ts'
import { clamp, lerp, smooth } from '../canvas/noise.ts'
import { copyOf, eachPixel } from '../canvas/planes.ts'
import { between, pick } from '../canvas/random.ts'
import { huesOf } from '../world/palette.ts'
import type { Shot } from '../world/shot.ts'

/**
 * Uses the scene as raw material: folds it like a kaleidoscope, breaks it into shifted shards of a Voronoi mosaic, and
 * burns it into black, one hot color and white. Nothing in it can be recognized, but its rhythm remains.
 */
export function shatter(frame: Frame, shot: Shot): void {
  const { size } = frame
  const { noise } = shot
  const random = shot.chanceOf('shatter')
  const source = copyOf(frame)
  const hot = huesOf(shot.reading)[0]?.hue ?? pick(random, [22, 28, 12, 335, 48])
  const stops = [
    lch(0.05, 0.02, hot),
    lch(0.3, 0.17, hot),
    lch(0.62, 0.25, hot),
    lch(0.82, 0.18, hot + 45),
    lch(0.99, 0.02, hot + 60),
  ].map((color) => color.map((value) => toScreen(value)) as [number, number, number])
  const folds = pick(random, [3, 4, 5, 6])
  const wedge = (2 * Math.PI) / folds
  const turn = random() * 6
  const cx = between(random, 0.4, 0.6)
  const cy = between(random, 0.4, 0.6)
  const cells = between(random, 4.5, 7.5)
  const drift = random() * 60
  const luma = new Float32Array(size * size)
  for (let at = 0; at < luma.length; at++)
    luma[at] =
      0.3 * (source.red[at] as number) + 0.59 * (source.green[at] as number) + 0.11 * (source.blue[at] as number)
  const sorted = luma.filter((_, at) => at % 53 === 0).sort()
  const low = sorted[Math.floor(sorted.length * 0.04)] as number
  const high = sorted[Math.floor(sorted.length * 0.96)] as number
  const half = clamp(((sorted[Math.floor(sorted.length * 0.5)] as number) - low) / (high - low + 1e-3), 0.2, 0.8)
  eachPixel(frame, (pixel, _at, x, y) => {
    const dx = x / size - cx
    const dy = y / size - cy
    const r = Math.hypot(dx, dy)
    // Shards grow outward: the cells are in the logarithm of the radius.
    const angle = Math.atan2(dy, dx) + turn
    const u = (angle / (2 * Math.PI)) * cells * 2
    const v = Math.log(r + 0.03) * cells * 0.75 + drift
    const column = Math.floor(u)
    const row = Math.floor(v)
    let nearest = 9
    let second = 9
    let shard = 0
    for (let j = -1; j <= 1; j++)
      for (let i = -1; i <= 1; i++) {
        const wrapped = (((column + i) % Math.round(cells * 2)) + Math.round(cells * 2)) % Math.round(cells * 2)
        const px = column + i + noise.atCell(wrapped, row + j)
        const py = row + j + noise.atCell(wrapped + 71, row + j + 17)
        const away = Math.hypot(px - u, py - v)
        if (away < nearest) {
          second = nearest
          nearest = away
          shard = noise.atCell(wrapped + 13, row + j + 29)
        } else if (away < second) second = away
      }
    const folded = Math.abs(((((angle + shard * 0.5) % wedge) + wedge) % wedge) - wedge / 2)
    const reach = r * (0.7 + shard * 0.8) + 0.05 * shard
    const sx = clamp(0.5 + Math.cos(folded + shard) * reach, 0, 0.999)
    const sy = clamp(0.52 + Math.sin(folded + shard) * reach, 0, 0.999)
    const seen = ((luma[Math.floor(sy * size) * size + Math.floor(sx * size)] as number) - low) / (high - low + 1e-3)
    const crack = smooth(0.0, 0.05, second - nearest)
    const blast = Math.exp(-r * 7)
    const rays = Math.max(0, noise.gradient(angle * 5.1, 2.2 + r)) * (1 - r) * 0.55
    let tone = clamp((seen - half) * 1.5 + 0.3 + (shard - 0.5) * 0.5 + rays - r * 0.28)
    tone = tone * tone * (3 - 2 * tone) + blast * 0.5
    const facet = 0.86 + 0.28 * clamp((u - column) * 0.5 + (v - row) * 0.5)
    const place = clamp(tone * facet, 0, 0.999) * (stops.length - 1)
    const step = Math.floor(place)
    const share = place - step
    const from = stops[step] as [number, number, number]
    const to = stops[Math.min(stops.length - 1, step + 1)] as [number, number, number]
    const spark = shard > 0.93 ? 1 : 0
    for (let c = 0; c < 3; c++) {
      const value = lerp(from[c] as number, to[c] as number, share)
      pixel[c] = clamp(value * (0.12 + 0.88 * crack) + spark * 0.25 * crack + blast * 0.08)
    }
  })
}
