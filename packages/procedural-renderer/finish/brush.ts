import { type Frame, SKY_DEPTH, THING } from '../canvas/frame.ts'
import { blurPlane } from '../canvas/gaussian-blur.ts'
import { clamp } from '../canvas/noise.ts'
import { copyOf, layStroke, type Planes } from '../canvas/planes.ts'
import { between } from '../canvas/random.ts'
import type { Shot } from '../world/shot.ts'

/**
 * Returns the direction of a stroke at each place: along the contours of light, or along slow noise where there are
 * none.
 */
function flowOf(planes: Planes, shot: Shot): Float32Array {
  const { size, red, green, blue } = planes
  const luma = new Float32Array(size * size)
  for (let at = 0; at < luma.length; at++)
    luma[at] = 0.3 * (red[at] as number) + 0.59 * (green[at] as number) + 0.11 * (blue[at] as number)
  const soft = blurPlane(luma, size, 3.2 * (size / 512))
  const flow = new Float32Array(size * size)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = y * size + x
      const gx =
        (soft[y * size + Math.min(size - 1, x + 2)] as number) - (soft[y * size + Math.max(0, x - 2)] as number)
      const gy =
        (soft[Math.min(size - 1, y + 2) * size + x] as number) - (soft[Math.max(0, y - 2) * size + x] as number)
      const force = Math.hypot(gx, gy)
      const free = shot.noise.gradient(x / 95 + 7, y / 95) * 1.6 + 0.25
      flow[at] = force > 0.012 ? Math.atan2(gx, -gy) : free
    }
  return flow
}

/**
 * Paints in oil with three coats, after Litwinowicz and Hertzmann: an underpainting of broad strokes, then finer ones
 * only where the picture still differs from its target.
 */
export function paintWithBrush(planes: Planes, shot: Shot): void {
  const { size } = planes
  const target = copyOf(planes)
  const flow = flowOf(planes, shot)
  const random = shot.chanceOf('brush')
  const scale = size / 512
  for (const coat of [
    { width: 10, length: 34, gap: 9, least: -1 },
    { width: 5, length: 22, gap: 5, least: 0.05 },
    { width: 2.1, length: 13, gap: 2.9, least: 0.075 },
    { width: 1.1, length: 8, gap: 2.2, least: 0.12 },
  ]) {
    const gap = coat.gap * scale
    for (let row = 0; row < size; row += gap)
      for (let column = 0; column < size; column += gap) {
        const x = column + (random() - 0.5) * gap * 1.4
        const y = row + (random() - 0.5) * gap * 1.4
        const tint = (random() - 0.5) * 0.07
        const at = Math.round(clamp(y, 0, size - 1)) * size + Math.round(clamp(x, 0, size - 1))
        const [r, g, b] = [target.red[at] as number, target.green[at] as number, target.blue[at] as number]
        const off =
          Math.abs(r - (planes.red[at] as number)) +
          Math.abs(g - (planes.green[at] as number)) +
          Math.abs(b - (planes.blue[at] as number))
        if (off < coat.least) continue
        const angle = (flow[at] as number) + (random() - 0.5) * 0.5
        const length = coat.length * scale * between(random, 0.6, 1.2)
        const dx = (Math.cos(angle) * length) / 2
        const dy = (Math.sin(angle) * length) / 2
        layStroke(planes, {
          x: x - dx,
          y: y - dy,
          toX: x + dx,
          toY: y + dy,
          from: (coat.width * scale) / 2,
          until: coat.width * scale * 0.36,
          red: clamp(r * (1 + tint) + tint * 0.4),
          green: clamp(g * (1 + tint) + tint * 0.3),
          blue: clamp(b * (1 + tint) + tint * 0.1),
          cover: 0.93,
          bristle: coat.width > 3 ? 0.42 : 0.2,
        })
      }
    // The underpainting covers everything, so the first coat is compared with the target itself.
  }
}

export type Fur = { length: number; width: number; gap: number; contrast: number }

/** Grows fur hair by hair from far to near, along the surface and a slow wind. Each hair is lighter at its tip. */
export function growFur(planes: Planes, frame: Frame, shot: Shot, fur: Fur): void {
  const { size } = planes
  const { depth, thing, normalX, normalY } = frame
  const random = shot.chanceOf('fur')
  const target = copyOf(planes)
  const gap = fur.gap * (size / 512)
  const across = Math.floor(size / gap)
  const roots: { x: number; y: number; far: number }[] = []
  for (let row = 0; row < across; row++)
    for (let column = 0; column < across; column++) {
      const x = Math.min(size - 1, (column + random()) * gap)
      const y = Math.min(size - 1, (row + random()) * gap)
      const far = depth[Math.floor(y) * size + Math.floor(x)] as number
      roots.push({ x, y, far: far >= SKY_DEPTH ? 1e5 : far })
    }
  // Go from far to near, and from the top down within a band, so that tufts overlap like shingles.
  roots.sort((a, b) => Math.floor(Math.log2(b.far + 1) * 3) - Math.floor(Math.log2(a.far + 1) * 3) || b.y - a.y)
  for (const { x, y, far } of roots) {
    const at = Math.floor(y) * size + Math.floor(x)
    const isSky = far >= 1e5
    const isWater = thing[at] === THING.water
    const nx = isSky ? 0 : (normalX[at] as number)
    const ny = isSky ? 0 : (normalY[at] as number)
    const wave = shot.noise.gradient(x / 62, y / 62) * 1.5 + shot.noise.gradient(x / 19, y / 19) * 0.6
    const lean = isSky || isWater ? wave * 0.55 : Math.atan2(-ny * 0.7 + 0.55, nx * 1.3 + 0.25) + wave * 0.6
    const length = fur.length * (size / 512) * between(random, 0.6, 1.25) * (isSky ? 1.15 : 1)
    const tone = 1 + (random() - 0.5) * fur.contrast
    const midX = x + Math.cos(lean) * length * 0.55
    const midY = y + Math.sin(lean) * length * 0.55
    const bend = lean + (random() - 0.5) * 0.5 + 0.35
    const tipX = midX + Math.cos(bend) * length * 0.55
    const tipY = midY + Math.sin(bend) * length * 0.55
    const [r, g, b] = [target.red[at] as number, target.green[at] as number, target.blue[at] as number]
    const width = fur.width * (size / 512)
    layStroke(planes, {
      x,
      y,
      toX: midX,
      toY: midY,
      from: width,
      until: width * 0.75,
      red: clamp(r * tone * 0.9),
      green: clamp(g * tone * 0.9),
      blue: clamp(b * tone * 0.9),
      cover: 0.9,
      bristle: 0,
    })
    layStroke(planes, {
      x: midX,
      y: midY,
      toX: tipX,
      toY: tipY,
      from: width * 0.75,
      until: width * 0.18,
      red: clamp(r * tone * 1.1 + 0.025),
      green: clamp(g * tone * 1.1 + 0.025),
      blue: clamp(b * tone * 1.1 + 0.025),
      cover: 0.9,
      bristle: 0,
    })
  }
}
