import type { Color } from '../canvas/color.ts'
import { FIRST_SOLID, type Frame, SKY_DEPTH, THING } from '../canvas/frame.ts'
import { blurPlane } from '../canvas/gaussian-blur.ts'
import { clamp, lerp, smooth } from '../canvas/noise.ts'
import { eachPixel, type Planes } from '../canvas/planes.ts'

/**
 * Finds where a draftsman would draw a line: at borders of things, jumps in depth and folds. 0 to 1. @param width in
 * pixels
 */
export function findLines(frame: Frame, width: number, folds: number): Float32Array {
  const { size, depth, thing, normalX, normalY, normalZ } = frame
  const lines = new Float32Array(size * size)
  for (let y = 1; y < size - 1; y++)
    for (let x = 1; x < size - 1; x++) {
      const at = y * size + x
      const d = depth[at] as number
      let force = 0
      for (const other of [at + 1, at + size]) {
        // Outlined leaves and grass would be only lines.
        if (thing[at] === THING.plant || thing[other] === THING.plant) continue
        const e = depth[other] as number
        const near = Math.min(d, e)
        const jump = Math.abs(d - e) / near
        const isSolid = Math.max(thing[at] as number, thing[other] as number) >= FIRST_SOLID
        const isWater = (thing[at] === THING.water || thing[other] === THING.water) && !isSolid
        if (isSolid && thing[at] !== thing[other]) force = 1
        else if (isWater && near > 40) force = Math.max(force, jump > 0.5 ? 0.25 : 0)
        else if (jump > 0.12 && near < SKY_DEPTH)
          force = Math.max(force, clamp(jump * (isSolid ? 4 : 1.4)) * (near > 1500 ? 0.55 : 1))
        if (isSolid && near < SKY_DEPTH) {
          const turn =
            1 -
            ((normalX[at] as number) * (normalX[other] as number) +
              (normalY[at] as number) * (normalY[other] as number) +
              (normalZ[at] as number) * (normalZ[other] as number))
          force = Math.max(force, smooth(0.3, 0.75, turn) * folds)
        }
      }
      lines[at] = force
    }
  if (width <= 1) return lines
  const wide = blurPlane(lines, size, width * 0.55)
  for (let at = 0; at < wide.length; at++) wide[at] = clamp((wide[at] as number) * width * 1.9)
  return wide
}

export function inkLines(planes: Planes, lines: Float32Array, ink: Color, force: number): void {
  eachPixel(planes, (pixel, at) => {
    const share = (lines[at] as number) * force
    pixel[0] = lerp(pixel[0] as number, ink[0], share)
    pixel[1] = lerp(pixel[1] as number, ink[1], share)
    pixel[2] = lerp(pixel[2] as number, ink[2], share)
  })
}

/** Reduces the tones: lightness in steps with soft borders; hue and colorfulness stay. */
export function flattenTones(planes: Planes, steps: number, softness: number): void {
  eachPixel(planes, (pixel) => {
    const luma = 0.3 * (pixel[0] as number) + 0.59 * (pixel[1] as number) + 0.11 * (pixel[2] as number)
    const place = luma * steps
    const step = Math.floor(place)
    const flat = (step + smooth(0.5 - softness, 0.5 + softness, place - step)) / steps
    const by = (flat + 0.02) / (luma + 0.02)
    for (let c = 0; c < 3; c++) pixel[c] = clamp((pixel[c] as number) * by)
  })
}

/** Adds the dots of a rotated screen, larger where the picture is darker. */
export function addHalftone(
  planes: Planes,
  cell: number,
  ink: Color,
  force: number,
  chosen: (at: number) => number,
): void {
  const [c, s] = [Math.cos(0.42), Math.sin(0.42)]
  eachPixel(planes, (pixel, at, x, y) => {
    const share = chosen(at)
    if (share <= 0) return
    const u = (x * c - y * s) / cell
    const v = (x * s + y * c) / cell
    const luma = 0.3 * (pixel[0] as number) + 0.59 * (pixel[1] as number) + 0.11 * (pixel[2] as number)
    const away = Math.hypot(u - Math.round(u), v - Math.round(v))
    const dot = smooth(0.09, -0.09, away - 0.62 * Math.sqrt(clamp(1 - luma))) * force * share
    pixel[0] = lerp(pixel[0] as number, ink[0], dot)
    pixel[1] = lerp(pixel[1] as number, ink[1], dot)
    pixel[2] = lerp(pixel[2] as number, ink[2], dot)
  })
}

/** Adds speed lines from a place to the borders. */
export function addSpeedLines(
  planes: Planes,
  center: { x: number; y: number },
  color: Color,
  random: () => number,
  clear: number,
): void {
  const { size } = planes
  const spokes = new Float32Array(720)
  for (let spoke = 0; spoke < spokes.length; spoke++) spokes[spoke] = random() < 0.16 ? clear + random() * 0.35 : 9
  eachPixel(planes, (pixel, _at, x, y) => {
    const dx = x / size - center.x
    const dy = y / size - center.y
    const r = Math.hypot(dx, dy)
    const place = ((Math.atan2(dy, dx) / (2 * Math.PI) + 1) % 1) * 720
    const start = spokes[Math.floor(place) % 720] as number
    if (r < start) return
    const share = smooth(0, 0.3, r - start) * smooth(0.5, 0.2, Math.abs(place - Math.floor(place) - 0.5)) * 0.85
    pixel[0] = lerp(pixel[0] as number, color[0], share)
    pixel[1] = lerp(pixel[1] as number, color[1], share)
    pixel[2] = lerp(pixel[2] as number, color[2], share)
  })
}
