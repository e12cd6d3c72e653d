import { toScreen } from '../canvas/color.ts'
import { type Frame, SKY_DEPTH } from '../canvas/frame.ts'
import { blurPlane, blurred } from '../canvas/gaussian-blur.ts'
import { clamp, lerp, smooth } from '../canvas/noise.ts'
import { copyOf, eachPixel, type Planes } from '../canvas/planes.ts'
import type { Shot } from '../world/shot.ts'

/** Spreads light that is brighter than a screen can show over its surroundings. */
export function addBloom(planes: Planes, from: number, radius: number, force: number): void {
  const bright = copyOf(planes)
  eachPixel(bright, (pixel) => {
    const light = Math.max(pixel[0] as number, pixel[1] as number, pixel[2] as number)
    const share = Math.max(0, light - from) / (light + 1e-6)
    for (let c = 0; c < 3; c++) pixel[c] = Math.min(4, (pixel[c] as number) * share)
  })
  const soft = blurred(bright, radius)
  for (let at = 0; at < planes.red.length; at++) {
    planes.red[at] = (planes.red[at] as number) + (soft.red[at] as number) * force
    planes.green[at] = (planes.green[at] as number) + (soft.green[at] as number) * force
    planes.blue[at] = (planes.blue[at] as number) + (soft.blue[at] as number) * force
  }
}

/**
 * Blurs areas that are out of focus: mixes two blurred pictures by each pixel's distance from the focal plane (thin
 * lens).
 */
export function addDepthOfField(frame: Frame, focus: number, strength: number): void {
  const { size, depth } = frame
  if (focus <= 0) return
  // Beyond a few meters, a lens has everything in focus.
  const reach = (focus < 3 ? Math.max(1.1, strength) : strength) * (focus > 12 ? Math.max(0.3, 12 / focus) : 1)
  const half = blurred(frame, 2.2 * (size / 512))
  const full = blurred(frame, 7.5 * (size / 512))
  const circle = new Float32Array(size * size)
  for (let at = 0; at < circle.length; at++) {
    const far = Math.min(depth[at] as number, 1e5)
    circle[at] = clamp(Math.abs(1 - focus / far) * reach - 0.12, 0, 2)
  }
  const soft = blurPlane(circle, size, 2)
  eachPixel(frame, (pixel, at) => {
    // Sharp objects must not bleed into what is behind them.
    const c = Math.min(soft[at] as number, (circle[at] as number) * 1.5 + 0.1)
    const first = clamp(c)
    const second = clamp(c - 1)
    pixel[0] = lerp(lerp(pixel[0] as number, half.red[at] as number, first), full.red[at] as number, second)
    pixel[1] = lerp(lerp(pixel[1] as number, half.green[at] as number, first), full.green[at] as number, second)
    pixel[2] = lerp(lerp(pixel[2] as number, half.blue[at] as number, first), full.blue[at] as number, second)
  })
}

/** Adds shafts of light: smears the bright sky away from the sun in steps that double (a radial blur in log time). */
export function addShafts(frame: Frame, shot: Shot, force: number): void {
  const { size, depth, red, green, blue } = frame
  const { camera, sun, palette } = shot
  const cx = camera.middle + (camera.focal * sun.x) / sun.z
  const cy = camera.horizon - (camera.focal * sun.y) / sun.z
  const half = Math.ceil(size / 2)
  let mask = new Float32Array(half * half)
  for (let y = 0; y < half; y++)
    for (let x = 0; x < half; x++) {
      const at = Math.min(size - 1, y * 2) * size + Math.min(size - 1, x * 2)
      const near = Math.exp(-(((x * 2 - cx) ** 2 + (y * 2 - cy) ** 2) / (size * 0.42) ** 2))
      const light = 0.3 * (red[at] as number) + 0.6 * (green[at] as number) + 0.1 * (blue[at] as number)
      mask[y * half + x] = (depth[at] as number) >= SKY_DEPTH ? near * Math.min(1.6, light * light) : 0
    }
  for (const reach of [0.03, 0.075, 0.18, 0.42]) {
    const next = new Float32Array(half * half)
    for (let y = 0; y < half; y++)
      for (let x = 0; x < half; x++) {
        let sum = 0
        for (let tap = 0; tap < 5; tap++) {
          const share = 1 - (reach * tap) / 4
          const px = Math.round(cx / 2 + (x - cx / 2) * share)
          const py = Math.round(cy / 2 + (y - cy / 2) * share)
          if (px >= 0 && py >= 0 && px < half && py < half) sum += mask[py * half + px] as number
        }
        next[y * half + x] = sum / 5
      }
    mask = next
  }
  eachPixel(frame, (pixel, _at, x, y) => {
    const shaft = (mask[Math.min(half - 1, y >> 1) * half + Math.min(half - 1, x >> 1)] as number) * force
    pixel[0] = (pixel[0] as number) + palette.halo[0] * shaft
    pixel[1] = (pixel[1] as number) + palette.halo[1] * shaft
    pixel[2] = (pixel[2] as number) + palette.halo[2] * shaft
  })
}

/** Softens jagged borders between near and far; the rest stays sharp. */
export function softenEdges(frame: Frame): void {
  const { size, depth, thing } = frame
  const source = copyOf(frame)
  for (let y = 1; y < size - 1; y++)
    for (let x = 1; x < size - 1; x++) {
      const at = y * size + x
      const d = depth[at] as number
      const isEdge =
        thing[at] !== thing[at + 1] ||
        thing[at] !== thing[at - 1] ||
        thing[at] !== thing[at + size] ||
        thing[at] !== thing[at - size] ||
        Math.abs((depth[at + 1] as number) - d) > d * 0.08 ||
        Math.abs((depth[at + size] as number) - d) > d * 0.08 ||
        Math.abs((depth[at - 1] as number) - d) > d * 0.08 ||
        Math.abs((depth[at - size] as number) - d) > d * 0.08
      if (!isEdge) continue
      for (const plane of ['red', 'green', 'blue'] as const) {
        const p = source[plane]
        const cap = (value: number) => Math.min(value, 2)
        const cross =
          cap(p[at + 1] as number) +
          cap(p[at - 1] as number) +
          cap(p[at + size] as number) +
          cap(p[at - size] as number)
        const corners =
          cap(p[at + size + 1] as number) +
          cap(p[at + size - 1] as number) +
          cap(p[at - size + 1] as number) +
          cap(p[at - size - 1] as number)
        frame[plane][at] = cap(p[at] as number) * 0.36 + cross * 0.115 + corners * 0.045
      }
    }
}

/** Turns light into screen values with Narkowicz's fit of the ACES curve, which keeps colors in bright places. */
export function develop(planes: Planes, exposure: number): void {
  const curve = (value: number) => {
    const v = Math.max(0, value) * 0.72 * exposure
    return toScreen((v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14))
  }
  const table = new Float32Array(2049)
  for (let step = 0; step <= 2048; step++) table[step] = curve((step / 2048) ** 2 * 6)
  const at = (value: number) => {
    const place = Math.sqrt(clamp(value / 6)) * 2048
    const low = Math.min(2047, Math.floor(place))
    return lerp(table[low] as number, table[low + 1] as number, place - low)
  }
  eachPixel(planes, (pixel) => {
    for (let c = 0; c < 3; c++) pixel[c] = at(pixel[c] as number)
  })
}

export type Grade = {
  contrast?: number
  chroma?: number
  shade?: readonly [number, number, number]
  light?: readonly [number, number, number]
  lift?: number
  vignette?: number
  grain?: number
}

/** Sets contrast, colorfulness, tints for shadows and lights, darker corners and film grain. */
export function grade(
  planes: Planes,
  shot: Shot,
  { contrast = 1, chroma = 1, shade = [0, 0, 0], light = [0, 0, 0], lift = 0, vignette = 0, grain = 0 }: Grade,
): void {
  const { size } = planes
  const { noise } = shot
  eachPixel(planes, (pixel, _at, x, y) => {
    let r = pixel[0] as number
    let g = pixel[1] as number
    let b = pixel[2] as number
    const luma = 0.3 * r + 0.59 * g + 0.11 * b
    const bend = contrast === 1 ? 1 : (luma + (contrast - 1) * luma * (1 - luma) * (luma * 2 - 0.9)) / (luma + 1e-4)
    const dark = (1 - luma) ** 2
    const bright = smooth(0.35, 1, luma)
    const px = x / size - 0.5
    const py = y / size - 0.5
    const fall = vignette > 0 ? 1 - vignette * smooth(0.18, 0.62, px * px + py * py + 0.06) : 1
    const speck = grain > 0 ? noise.gradient(x * 0.83, y * 0.79) * grain * (0.4 + luma * (1 - luma) * 2.4) : 0
    r = (luma + (r - luma) * chroma) * bend + shade[0] * dark + light[0] * bright
    g = (luma + (g - luma) * chroma) * bend + shade[1] * dark + light[1] * bright
    b = (luma + (b - luma) * chroma) * bend + shade[2] * dark + light[2] * bright
    pixel[0] = clamp(lift + (1 - lift) * r * fall + speck)
    pixel[1] = clamp(lift + (1 - lift) * g * fall + speck)
    pixel[2] = clamp(lift + (1 - lift) * b * fall + speck)
  })
}

/** Sharpens with an unsharp mask. */
export function sharpen(planes: Planes, radius: number, force: number): void {
  const soft = blurred(planes, radius)
  eachPixel(planes, (pixel, at) => {
    pixel[0] = clamp((pixel[0] as number) + ((pixel[0] as number) - (soft.red[at] as number)) * force)
    pixel[1] = clamp((pixel[1] as number) + ((pixel[1] as number) - (soft.green[at] as number)) * force)
    pixel[2] = clamp((pixel[2] as number) + ((pixel[2] as number) - (soft.blue[at] as number)) * force)
  })
}
