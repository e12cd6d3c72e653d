import { glowOf } from './film.ts'
import { noiseAt, smoothNoise } from './grain.ts'
import {
  blend,
  blur,
  clamp,
  contrast,
  cornerness,
  each,
  lumaOf,
  mix,
  type Picture,
  type PictureFilter,
  samePlace,
  saturate,
  scaled,
  screen,
  smoothstep,
} from './pixels.ts'

/**
 * A city at night: blue-violet shadows, cyan lights, and pink where the drawing is warm. Shadows, midtones and lights
 * have separate tones, because a single tone would turn everything magenta.
 */
export const cyberpunk: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const graded = each(picture, (colour, x, y) => {
    const [r, g, b] = colour
    const luma = lumaOf(r, g, b)
    const deep = contrast(luma, 0.75) * 0.94
    const warm = smoothstep(0.1, 0.55, r - b)
    const cool = smoothstep(-0.04, 0.24, Math.max(g, b) - r)
    const shadow = 1 - smoothstep(0.04, 0.46, luma)
    const light = smoothstep(0.5, 0.96, luma)
    // Neutral tones are lit from both sides: one color from the left, the other from the right.
    const side = smoothstep(0.25, 0.75, x / width + 0.12 * (y / height - 0.5))
    const pink = clamp(warm * 0.9 + (1 - warm) * (1 - cool) * (1 - side) * 0.42)
    for (let c = 0; c < 3; c++) {
      const own = contrast(colour[c] as number, 0.6)
      const middle = mix(own * 0.92, deep * mix(CYAN[c] as number, PINK[c] as number, pink) * 1.24, 0.58)
      const dark = mix(middle, deep * 0.75 + (NIGHT[c] as number) * 0.3, shadow * 0.8)
      colour[c] = mix(dark, mix(ICE[c] as number, ROSE[c] as number, pink), light * 0.5 * clamp(deep + 0.1))
    }
    saturate(colour, 1.16)
    const fade = 1 - 0.45 * cornerness(picture, x, y) ** 2.4
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] as number) * fade
  })
  const apart = split(graded, scaled(picture, 1.6))
  const bloom = glowOf(apart, { from: 0.4, radius: 12 })
  const shown = each(apart, (colour, x, y) => {
    const at = samePlace(picture, x, y)
    for (let c = 0; c < 3; c++) colour[c] = screen(colour[c] as number, (bloom.data[at + c] as number) * 0.55)
  })
  return blend(picture, shown, strength)
}
type Rgb = [number, number, number]
const PINK: Rgb = [1.12, 0.26, 0.66]
const CYAN: Rgb = [0.16, 0.84, 1.06]
const NIGHT: Rgb = [0.1, 0.07, 0.4]
const ICE: Rgb = [0.72, 0.98, 1]
const ROSE: Rgb = [1, 0.8, 0.88]

/** Moves red and blue apart, more so toward the sides. */
function split(picture: Picture, distance: number): Picture {
  const { width, data } = picture
  return each(picture, (colour, x, y) => {
    const shift = distance * (0.35 + 0.65 * Math.abs((2 * x) / width - 1))
    colour[0] = sample(data, { width, x: x + shift, y, channel: 0 })
    colour[2] = sample(data, { width, x: x - shift, y, channel: 2 })
  })
}

/** Interpolates between the two pixels around `x`. Edge pixels repeat beyond the edge. */
function sample(
  data: Float32Array,
  { width, x, y, channel }: { width: number; x: number; y: number; channel: number },
): number {
  const place = Math.min(Math.max(x, 0), width - 1)
  const left = Math.floor(place)
  const right = Math.min(left + 1, width - 1)
  const row = y * width * 3 + channel
  return mix(data[row + left * 3] as number, data[row + right * 3] as number, place - left)
}

/** A worn tape: colors run to the right, scan lines, noise in bands, and a tear at the bottom. */
export const vhs: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const unit = scaled(picture, 1)
  const sharp = blur(picture, 1.3 * unit, 0)
  const coarse = blur(picture, 6.5 * unit, 1.2 * unit)
  const lines = Array.from({ length: height }, (_, y) => {
    const line = Math.floor(y / Math.max(1, unit))
    const tear = smoothstep(0.945, 1, y / height)
    const wave = 2.2 * unit * smoothNoise(0.5, line / 26, 67) + 0.7 * unit * (noiseAt(1, line, 71) - 0.5)
    return {
      line,
      tear,
      scan: line % 3 === 0 ? 0.86 : 1.03,
      phase: 977 * noiseAt(2, line, 83),
      drift: wave + tear * unit * (26 * smoothNoise(1.3, line / 3, 73) + 20),
      noise: 0.075 + 0.12 * Math.max(0, smoothNoise(3.7, line / 9, 61)),
    }
  })
  const tape = each(picture, (colour, x, y) => {
    const { line, tear, scan, phase, drift, noise } = lines[y] as (typeof lines)[number]
    const at = (channel: number, shift: number, from: Picture) => sample(from.data, { width, x: x + shift, y, channel })
    const luma = lumaOf(at(0, drift, sharp), at(1, drift, sharp), at(2, drift, sharp))
    const late = drift - 4.5 * unit
    const r = at(0, late, coarse)
    const g = at(1, late + 1.5 * unit, coarse)
    const b = at(2, late + 3 * unit, coarse)
    const ground = lumaOf(r, g, b)
    const washed = 0.055 + 0.87 * contrast(luma, 0.22)
    const snow = (noiseAt(Math.floor(x / 2), line, 79) - 0.5) * noise
    const streak = noiseAt(Math.floor((x + phase) / (34 * unit)), line, 89) > 0.9965 ? 0.4 : 0
    const hiss = tear * (noiseAt(Math.floor(x / (3 * unit)), line, 97) - 0.35) * 0.6
    const shown = (tint: number) => screen((washed + tint * 1.3) * scan + snow + hiss, streak)
    colour[0] = shown(r - ground + 0.012)
    colour[1] = shown((g - ground) * 0.9)
    colour[2] = shown(b - ground + 0.03)
  })
  return blend(picture, tape, strength)
}
