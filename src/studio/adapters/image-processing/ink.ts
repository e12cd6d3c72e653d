import { blend, blurred, clamp, each, lumaOf, type Picture, type PictureFilter, scaled, smoothstep } from './pixels.ts'

/** Printed in one ink: outlines, solid blacks, two layers of dots, and paper. */
export const manga: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const grey = greyOf(picture)
  const soften = (radius: number) => blurred(grey, { width, height, channels: 1 }, [radius, radius])
  const unit = scaled(picture, 1)
  const calm = soften(2.2 * unit)
  const lines = outlinesOf(soften(0.9 * unit), soften(1.9 * unit))
  const { low, high, gamma } = tonesOf(calm)
  const pitch = Math.max(3, scaled(picture, 5))
  const page = each(picture, (colour, x, y) => {
    const tone = clamp(((calm[y * width + x] as number) - low) / (high - low)) ** gamma
    // The grid of dots is rotated by 45 degrees.
    const u = ((x + y) * Math.SQRT1_2) / pitch
    const v = ((x - y) * Math.SQRT1_2) / pitch
    const du = u - Math.floor(u) - 0.5
    const dv = v - Math.floor(v) - 0.5
    const distance = Math.sqrt(du * du + dv * dv)
    const cover = clamp(1 - tone * 1.18)
    const radius = cover < 0.06 ? 0 : Math.sqrt(cover / Math.PI) * 1.06
    const edge = 0.75 / pitch
    const dot = radius === 0 ? 0 : smoothstep(radius + edge, radius - edge, distance)
    const solid = smoothstep(0.19, 0.12, tone)
    const ink = Math.max(dot, solid, lines[y * width + x] as number)
    const value = 0.985 - 0.94 * ink
    // Ink is not quite black, and paper is not quite white.
    colour[0] = value
    colour[1] = value * 0.995
    colour[2] = value * 0.985 + 0.008 * ink
  })
  return blend(picture, page, strength)
}

function greyOf({ width, height, data }: Picture): Float32Array {
  const grey = new Float32Array(width * height)
  for (let i = 0, at = 0; i < grey.length; i++, at += 3)
    grey[i] = lumaOf(data[at] as number, data[at + 1] as number, data[at + 2] as number)
  return grey
}

/** Returns ink from 0 to 1 where the drawing has an edge: the difference of two blurs, thinned by a threshold. */
const outlinesOf = (fine: Float32Array, broad: Float32Array) =>
  fine.map((value, at) => smoothstep(0.011, 0.032, (broad[at] as number) - value))

/** Half of the page's tones are lighter than this, so that even a night scene has some paper. */
const MIDDLE = 0.6

/** Finds which tones become ink and paper, and the gamma of the tones between. */
function tonesOf(grey: Float32Array): { low: number; high: number; gamma: number } {
  const [low, middle, high] = levelsAt(grey, [0.03, 0.5, 0.95]) as [number, number, number]
  // A flat picture stays flat, and tones that are only relatively dark do not become solid.
  const span = Math.max(high - low, 0.25 + 0.45 * high)
  const start = Math.max(0, high - span)
  const gamma = Math.log(MIDDLE) / Math.log(clamp((middle - start) / span) * 0.96 + 0.02)
  return { low: start, high: start + span, gamma: Math.min(1.1, Math.max(0.4, gamma)) }
}

/** Returns the tones at these percentiles of the picture. */
function levelsAt(grey: Float32Array, shares: number[]): number[] {
  const counts = new Uint32Array(256)
  for (const value of grey) (counts[Math.round(clamp(value) * 255)] as number)++
  return shares.map((share) => {
    let left = grey.length * share
    let level = 0
    while (level < 255) {
      left -= counts[level] as number
      if (left <= 0) break
      level++
    }
    return level / 255
  })
}
