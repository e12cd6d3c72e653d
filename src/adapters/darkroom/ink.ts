import { blend, blur, clamp, contrast, each, lumaOf, type Picture, type PictureFilter, samePlace, scaled, smoothstep } from './pixels.ts'

/** Printed in one ink: outlines, solid blacks, two grounds of dots, and paper. */
export const manga: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const grey = each(picture, (colour) => {
    const luma = lumaOf(colour[0], colour[1], colour[2])
    colour.fill(luma)
  })
  const calm = blur(grey, scaled(picture, 2.2))
  const lines = outlinesOf(grey, scaled(picture, 1))
  const [low, high] = spreadOf(calm)
  const pitch = Math.max(3, scaled(picture, 5))
  const page = each(calm, (colour, x, y) => {
    const tone = contrast(clamp((colour[0] - low) / (high - low)), 0.35)
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

/** Between which tones a drawing lies, so that a dark or a pale one has paper and ink too. */
function spreadOf({ data }: Picture): [low: number, high: number] {
  let low = 1
  let high = 0
  for (let i = 0; i < data.length; i += 3) {
    const value = data[i] as number
    if (value < low) low = value
    if (value > high) high = value
  }
  return high - low < 0.25 ? [Math.max(0, low - 0.2), Math.min(1, high + 0.2)] : [low, high]
}
