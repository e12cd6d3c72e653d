import { grainOf, noiseAt, smoothNoise } from './grain.ts'
import {
  blend,
  blur,
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

const HALO = [0.5, 0.16, 0.06]
const LEAK = [0.5, 0.2, 0.05]
const STREAK = [0.25, 0.36, 0.5]
const PAPER = [0.965, 0.952, 0.915]

/** Returns the glow of the bright areas: their light, spread as in film or a lens. */
export function glowOf(picture: Picture, { from, radius }: { from: number; radius: number }): Picture {
  const bright = each(picture, (colour) => {
    const share = smoothstep(from, 1, lumaOf(colour[0], colour[1], colour[2]))
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] as number) * share
  })
  return blur(bright, scaled(picture, radius))
}

/** Color negative film: lifted blacks, warm lights with a red halo, grain, and a light leak at an edge. */
export const analog: PictureFilter = (picture, strength) => {
  const halo = glowOf(picture, { from: 0.62, radius: 9 })
  const grain = grainOf(picture, { seed: 11, size: scaled(picture, 2.2) })
  const { width, height } = picture
  const film = each(picture, (colour, x, y) => {
    saturate(colour, 0.86)
    const luma = lumaOf(colour[0], colour[1], colour[2])
    const shadow = 1 - smoothstep(0, 0.55, luma)
    const light = smoothstep(0.45, 1, luma)
    const at = samePlace(picture, x, y)
    const flare = smoothstep(0.3, 1, x / width) * smoothstep(0.75, 0, Math.abs(y / height - 0.24) * 1.5)
    const leak = flare * flare * flare
    const noise = (grain[y * width + x] as number) * (0.026 - 0.014 * light)
    const fade = 1 - 0.34 * cornerness(picture, x, y) ** 3
    const tint = [0.045 * light - 0.01 * shadow, 0.012 * light + 0.03 * shadow, 0.028 * shadow - 0.1 * light]
    for (let c = 0; c < 3; c++) {
      let value = 0.06 + 0.94 * contrast(colour[c] as number, 0.35) + (tint[c] as number)
      value = screen(value * fade, (halo.data[at + c] as number) * (HALO[c] as number))
      colour[c] = screen(value, leak * (LEAK[c] as number)) + noise
    }
  })
  return blend(picture, film, strength)
}

/** Graded for a large screen: teal shadows, orange lights, a deep curve, sideways light streaks, and bars. */
export const cinematic: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const bright = each(picture, (colour) => {
    const share = smoothstep(0.72, 1, lumaOf(colour[0], colour[1], colour[2]))
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] as number) * share
  })
  const calm = heldBack(picture, 0.52) ** 0.6
  const streak = blur(bright, scaled(picture, 34), scaled(picture, 1.5))
  const graded = each(picture, (colour, x, y) => {
    saturate(colour, 0.9)
    const luma = lumaOf(colour[0], colour[1], colour[2])
    const shadow = 1 - smoothstep(0.05, 0.6, luma)
    const light = smoothstep(0.4, 0.95, luma)
    const fade = 1 - 0.42 * cornerness(picture, x, y) ** 2.6
    const at = samePlace(picture, x, y)
    const tint = [0.075 * light - 0.075 * shadow, 0.018 * light + 0.006 * shadow, 0.06 * shadow - 0.085 * light]
    for (let c = 0; c < 3; c++) {
      const value = contrast(((colour[c] as number) + (tint[c] as number)) * calm, 0.62) * fade
      colour[c] = screen(value, (streak.data[at + c] as number) * (STREAK[c] as number))
    }
  })
  const bar = Math.round(height * 0.115 * strength)
  const shown = blend(picture, graded, strength)
  shown.data.fill(0.012, 0, bar * width * 3)
  shown.data.fill(0.012, (height - bar) * width * 3)
  return shown
}

/** Borders of an instant picture's paper around the image, as shares of its side. */
const FRAME = { side: 0.055, top: 0.06, bottom: 0.2 }

/** An instant picture: soft, washed out, yellow lights and blue shadows, in white paper whose edges cover the image. */
export const polaroid: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const soft = blur(picture, scaled(picture, 0.9))
  const grain = grainOf(picture, { seed: 23, size: scaled(picture, 3) })
  const side = Math.min(width, height)
  const left = FRAME.side * side * strength
  const top = FRAME.top * side * strength
  const bottom = FRAME.bottom * side * strength
  const washed = each(soft, (colour, x, y) => {
    saturate(colour, 0.8)
    const luma = lumaOf(colour[0], colour[1], colour[2])
    const shadow = 1 - smoothstep(0, 0.5, luma)
    const light = smoothstep(0.4, 1, luma)
    const fade = 1 - 0.2 * cornerness(picture, x, y) ** 2
    const noise = (grain[y * width + x] as number) * 0.008
    const tint = [0.03 * light - 0.005 * shadow, 0.025 * light + 0.035 * shadow, 0.09 * shadow - 0.1 * light]
    for (let c = 0; c < 3; c++)
      colour[c] = (0.1 + 0.92 * contrast((colour[c] as number) ** 0.88, 0.22)) * fade + (tint[c] as number) + noise
  })
  const shown = blend(picture, washed, strength)
  return each(shown, (colour, x, y) => {
    // Distance from the image's edge in pixels, positive inside. Below 0 is paper.
    const inside = Math.min(x + 0.5 - left, width - left - x - 0.5, y + 0.5 - top, height - bottom - y - 0.5)
    if (inside > side * 0.02 || strength === 0) return
    const paper = smoothstep(0.5, -0.5, inside)
    const fibre = 1 + 0.014 * smoothNoise(x / 2.5, y / 2.5, 31) + 0.012 * (noiseAt(x, y, 37) - 0.5)
    // The image lies a little deeper than its paper.
    const shade = 1 - 0.28 * strength * smoothstep(side * 0.016, 0, Math.max(0, inside)) * (inside > 0 ? 1 : 0)
    for (let c = 0; c < 3; c++) colour[c] = mix((colour[c] as number) * shade, (PAPER[c] as number) * fibre, paper)
  })
}

/** An old print: brown instead of colors, faded toward its edges, with dust and scratches. */
export const vintage: PictureFilter = (picture, strength) => {
  const { width, height } = picture
  const soft = blur(picture, scaled(picture, 0.6))
  const grain = grainOf(picture, { seed: 41, size: scaled(picture, 2.6) })
  const scratches = [0, 1, 2, 3, 4].map((at) => ({
    x: noiseAt(at, 1, 43) * width,
    from: noiseAt(at, 2, 43) * height * 0.6,
    length: (0.15 + 0.45 * noiseAt(at, 3, 43)) * height,
  }))
  const print = each(soft, (colour, x, y) => {
    const luma = lumaOf(colour[0], colour[1], colour[2])
    const tone = 0.08 + 0.9 * contrast(luma ** 0.9, 0.5)
    const corner = cornerness(picture, x, y)
    const stain = smoothNoise(x / scaled(picture, 120), y / scaled(picture, 120), 47)
    const fade = 1 - 0.62 * smoothstep(0.5, 1.02, corner + 0.1 * stain)
    const noise = (grain[y * width + x] as number) * 0.018
    const keeps = 0.16
    const brown = [tone * 0.86 + 0.13, tone * 0.82 + 0.045, tone * 0.68 + 0.005]
    let mark = noiseAt(Math.floor(x / 2), Math.floor(y / 2), 53) > 0.9993 ? 0.28 : 0
    for (const scratch of scratches) {
      const bend = scratch.x + 3 * smoothNoise(y / 40, scratch.x, 59)
      const isOn = y > scratch.from && y < scratch.from + scratch.length
      if (isOn && Math.abs(x - bend) < 0.7) mark = Math.max(mark, 0.14)
    }
    for (let c = 0; c < 3; c++) {
      const value = mix(brown[c] as number, (colour[c] as number) * 0.8 + 0.1, keeps)
      colour[c] = screen(value * fade + 0.03 * stain + noise, mark)
    }
  })
  return blend(picture, print, strength)
}
