import { glowOf } from './film.ts'
import {
  blend,
  blur,
  clamp,
  contrast,
  cornerness,
  each,
  heldBack,
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

const COLD = [0.97, 1.0, 1.05]

/** A camera flash: hard, cold light in the middle, and darkness around it. */
export const flash: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const glare = glowOf(picture, { from: 0.55, radius: 14 })
  const calm = heldBack(picture, 0.5) ** 0.8
  const hit = each(picture, (colour, x, y) => {
    const dx = (x + 0.5) / width - 0.5
    const dy = (y + 0.5) / height - 0.46
    const distance = Math.sqrt(dx * dx + dy * dy)
    // Light falls off with the square of the distance.
    const light = 1 / (1 + (distance * 2.25) ** 2 * 1.35)
    const exposure = (0.36 + 1.06 * light) * calm
    const at = samePlace(picture, x, y)
    saturate(colour, 1.12)
    for (let c = 0; c < 3; c++) {
      const lit = clamp(colour[c] as number) ** 1.08 * exposure * (COLD[c] as number)
      // Roll off the highlights instead of clipping them.
      const rolled = lit < 0.72 ? lit : 0.72 + 0.28 * (1 - Math.exp(-(lit - 0.72) / 0.28))
      const value = contrast(rolled, 0.42)
      colour[c] = screen(value, (glare.data[at + c] as number) * 0.24 * light * calm * calm)
    }
  })
  return blend(picture, hit, strength)
}

/** A professional print: levels from black to white, local contrast, crisp edges, and no exaggerated colors. */
export const professional: PictureFilter = (picture, strength) => {
  const [black, white] = levelsOf(picture)
  const wide = blur(picture, scaled(picture, 22))
  const near = blur(picture, scaled(picture, 1.1))
  const developed = each(picture, (colour, x, y) => {
    const at = samePlace(picture, x, y)
    const luma = lumaOf(colour[0], colour[1], colour[2])
    const around = lumaOf(wide.data[at] as number, wide.data[at + 1] as number, wide.data[at + 2] as number)
    const close = lumaOf(near.data[at] as number, near.data[at + 1] as number, near.data[at + 2] as number)
    const levelled = clamp((luma - black) / (white - black))
    // Open the shadows, and keep the detail of the lights.
    const opened = levelled + 0.5 * levelled * (1 - levelled) * (0.62 - around)
    const target = contrast(opened, 0.12) + 0.24 * (luma - around) + 0.7 * (luma - close)
    const gain = luma > 0.004 ? clamp(target) / luma : 1
    const bounded = Math.min(gain, 2.6)
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] as number) * bounded
    // Dull colors gain more than strong ones.
    const spread = Math.max(...colour) - Math.min(...colour)
    saturate(colour, 1 + 0.26 * (1 - clamp(spread * 1.4)))
  })
  return blend(picture, developed, strength)
}

/**
 * Finds the levels that become black and white: two percent of the tones are beyond them, and a flat picture stays
 * flat.
 */
function levelsOf({ data }: Picture): [black: number, white: number] {
  const counts = new Uint32Array(256)
  for (let i = 0; i < data.length; i += 3)
    (counts[
      Math.round(clamp(lumaOf(data[i] as number, data[i + 1] as number, data[i + 2] as number)) * 255)
    ] as number)++
  const edge = data.length / 3 / 100
  const find = (order: number[]) => {
    let sum = 0
    for (const level of order) {
      sum += counts[level] as number
      if (sum > edge) return level / 255
    }
    return 0
  }
  const levels = Array.from(counts.keys())
  const black = Math.min(find(levels), 0.1)
  const white = Math.max(find(levels.reverse()), 0.72)
  return [black, white]
}

/** A large soft light from the upper left with a white wall behind: high key, smooth, neutral. */
export const studio: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const soft = blur(picture, scaled(picture, 5))
  const bloom = blur(picture, scaled(picture, 16))
  const cast = castOf(picture)
  const calm = heldBack(picture, 0.52) ** 0.5
  const lit = each(picture, (colour, x, y) => {
    const at = samePlace(picture, x, y)
    const dx = (x + 0.5) / width - 0.34
    const dy = (y + 0.5) / height - 0.2
    const light = Math.exp(-(dx * dx * 1.5 + dy * dy * 1.2) * 1.9)
    const wall = smoothstep(0.62, 1.15, cornerness(picture, x, y))
    for (let c = 0; c < 3; c++) {
      const smooth = mix(colour[c] as number, soft.data[at + c] as number, 0.28) * (cast[c] as number)
      const open = 0.02 + 0.98 * clamp(smooth) ** 0.82
      const value = contrast(open, 0.45) * (0.84 + 0.34 * light) * calm
      const rolled = value < 0.8 ? value : 0.8 + 0.2 * (1 - Math.exp(-(value - 0.8) / 0.2))
      colour[c] = mix(screen(rolled, (bloom.data[at + c] as number) ** 2 * 0.2 * calm * calm), 0.93, wall * 0.18)
    }
    saturate(colour, 0.95)
  })
  return blend(picture, lit, strength)
}

/** Factors that remove half of the light's color. */
function castOf({ data }: Picture): number[] {
  const sums = [0, 0, 0]
  for (let i = 0; i < data.length; i++) sums[i % 3] = (sums[i % 3] as number) + (data[i] as number)
  const grey = (sums[0] as number) + (sums[1] as number) + (sums[2] as number)
  return sums.map((sum) => Math.min(1.25, Math.max(0.8, 1 + (grey / 3 / (sum + 1e-6) - 1) * 0.5)))
}
