import {
  blend,
  blur,
  clamp,
  each,
  lumaOf,
  type Picture,
  type PictureFilter,
  samePlace,
  scaled,
  smoothstep,
} from './pixels.ts'

/** Printed in one ink: outlines, solid blacks, two grounds of dots, and paper. */
export const manga: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const grey = each(picture, (colour) => {
    const luma = lumaOf(colour[0], colour[1], colour[2])
    colour.fill(luma)
  })
  const calm = blur(grey, scaled(picture, 2.2))
  const lines = outlinesOf(grey, scaled(picture, 1))
  const { low, high, gamma } = tonesOf(calm)
  const pitch = Math.max(3, scaled(picture, 5))
  const page = each(calm, (colour, x, y) => {
    const tone = clamp((colour[0] - low) / (high - low)) ** gamma
    // Dots on a grid that is turned by 45 degrees.
    const u = ((x + y) * Math.SQRT1_2) / pitch
    const v = ((x - y) * Math.SQRT1_2) / pitch
    const du = u - Math.floor(u) - 0.5
    const dv = v - Math.floor(v) - 0.5
    const distance = Math.sqrt(du * du + dv * dv)
    const cover = clamp(1 - tone * 1.18)
    const radius = cover < 0.06 ? 0 : Math.sqrt(cover / Math.PI) * 1.06
    const edge = 0.75 / pitch
    const dot = radius === 0 ? 0 : smoothstep(radius + edge, radius - edge, distance)
    const solid = smoothstep(0.27, 0.2, tone)
    const ink = Math.max(dot, solid, lines[y * width + x] as number)
    const value = 0.985 - 0.94 * ink
    // Black ink and paper are neither quite black nor quite white.
    colour[0] = value
    colour[1] = value * 0.995
    colour[2] = value * 0.985 + 0.008 * ink
  })
  return blend({ width, height, data: picture.data }, page, strength)
}

/** Ink from 0 to 1 where the drawing has an edge: the difference of two blurs, thinned by a threshold. */
function outlinesOf(grey: Picture, unit: number): Float32Array {
  const fine = blur(grey, 0.9 * unit)
  const broad = blur(grey, 1.9 * unit)
  const { width, height } = grey
  const ink = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const at = samePlace(grey, x, y)
      const difference = (broad.data[at] as number) - (fine.data[at] as number)
      ink[i] = smoothstep(0.011, 0.032, difference)
    }
  return ink
}

/** Where half of a page's tones are lighter: a drawing of the night has paper too. */
const MIDDLE = 0.6

/** Which tones become ink and paper, and how those between are bent. */
function tonesOf({ data }: Picture): { low: number; high: number; gamma: number } {
  const levels = levelsAt(data, [0.03, 0.5, 0.95]) as [number, number, number]
  const [low, middle, high] = levels
  // A flat picture stays one.
  const span = Math.max(high - low, 0.3)
  const gamma = Math.log(MIDDLE) / Math.log(clamp((middle - low) / span) * 0.96 + 0.02)
  return { low, high: low + span, gamma: Math.min(1.5, Math.max(0.4, gamma)) }
}

/** Below which tone so large a share of the picture is, of a grey one. */
function levelsAt(data: Float32Array, shares: number[]): number[] {
  const counts = new Uint32Array(256)
  for (let i = 0; i < data.length; i += 3) (counts[Math.round(clamp(data[i] as number) * 255)] as number)++
  return shares.map((share) => {
    let left = (data.length / 3) * share
    let level = 0
    while (level < 255) {
      left -= counts[level] as number
      if (left <= 0) break
      level++
    }
    return level / 255
  })
}
