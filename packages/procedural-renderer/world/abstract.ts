import { type Color, fromOklab, lch, toOklab } from '../canvas/color.ts'
import type { Frame } from '../canvas/frame.ts'
import { lerp, smooth } from '../canvas/noise.ts'
import { between, pick } from '../canvas/random.ts'
import { huesOf } from './palette.ts'
import type { Shot } from './shot.ts'

type Mood = { hues: number[]; calm: number; dark: number }

function moodOf(shot: Shot): Mood {
  const { reading } = shot
  const random = shot.chanceOf('mood')
  const asked = huesOf(reading).map(({ hue }) => hue)
  const start = random() * 360
  const free = reading.has('mood:joy')
    ? [85, 45, 15, 350, 190]
    : reading.has('mood:sad')
      ? [255, 235, 280]
      : reading.has('mood:dark')
        ? [20, 285, 265]
        : reading.has('mood:calm')
          ? [195, 220, 160, 90]
          : reading.has('mood:energy')
            ? [30, 60, 5, 325]
            : reading.has('mood:romantic')
              ? [355, 20, 330, 60]
              : [start, start + 35, start + 150, start + 200]
  return {
    hues: asked.length > 0 ? [...asked, (asked[0] as number) + 40, (asked[0] as number) + 180] : free,
    calm:
      reading.has('mood:calm') || reading.has('view:minimal')
        ? 1
        : reading.has('mood:energy') || reading.has('mood:dramatic')
          ? 0
          : 0.5,
    dark: reading.has('mood:dark') || shot.time === 'night' ? 1 : reading.has('mood:joy') ? 0 : random() * 0.6,
  }
}

/**
 * Paints ribbons of color: a noise field warped by two others (Quilez, "domain warping"), read as the height of a
 * glossy relief, so that light and shade fall on it, and a few bodies of color where the eye can rest.
 */
export function paintAbstract(frame: Frame, shot: Shot): void {
  const { size, red, green, blue, depth, normalX, normalY, normalZ, gloss, thing, open } = frame
  const { noise } = shot
  const random = shot.chanceOf('abstract')
  const { hues, calm, dark } = moodOf(shot)
  const stops: Color[] = hues.map((hue, index) =>
    toOklab(lch(lerp(0.78, 0.42, dark) - 0.07 * (index % 3), lerp(0.15, 0.2, 1 - calm), hue)),
  )
  stops.push(toOklab(lch(lerp(0.97, 0.16, dark), 0.03, hues[0] as number)))
  const scale = lerp(2.9, 1.5, calm)
  const warpBy = lerp(2.1, 1.2, calm)
  const drift = random() * 90
  const turns = pick(random, [0, 0, 1.1, -1.1, 2.2])
  const cx = between(random, 0.32, 0.68)
  const cy = between(random, 0.32, 0.62)
  const field = new Float32Array(size * size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const px = column / size - cx
      const py = row / size - cy
      const r = Math.hypot(px, py)
      const swirl = turns * Math.exp(-r * 2.6)
      const x = (px * Math.cos(swirl) - py * Math.sin(swirl)) * scale + drift
      const y = (px * Math.sin(swirl) + py * Math.cos(swirl)) * scale
      const qx = noise.fbm(x, y, 3)
      const qy = noise.fbm(x + 5.2, y + 1.3, 3)
      const sx = noise.fbm(x + warpBy * qx + 1.7, y + warpBy * qy + 9.2, 3)
      field[row * size + column] = noise.fbm(x + warpBy * sx, y + warpBy * (qy + qx), 3) + 0.28 * sx
    }
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      const value = field[at] as number
      const place = (value * 2.1 + 0.5 + 0.25 * (row / size)) * stops.length + 40
      const index = Math.floor(place)
      const share = smooth(0.16, 0.84, place - index)
      const from = stops[index % stops.length] as Color
      const to = stops[(index + 1) % stops.length] as Color
      const [r, g, b] = fromOklab([
        lerp(from[0], to[0], share),
        lerp(from[1], to[1], share),
        lerp(from[2], to[2], share),
      ])
      const right = field[row * size + Math.min(size - 1, column + 2)] as number
      const below = field[Math.min(size - 1, row + 2) * size + column] as number
      const nx = (value - right) * 13
      const ny = (below - value) * 13
      const length = Math.sqrt(nx * nx + ny * ny + 1)
      red[at] = r
      green[at] = g
      blue[at] = b
      depth[at] = 3
      thing[at] = 16 + (index % 12)
      normalX[at] = nx / length
      normalY[at] = ny / length
      normalZ[at] = -1 / length
      gloss[at] = 0.45
      open[at] = 0.85 + smooth(-0.3, 0.4, value) * 0.3
    }
}
