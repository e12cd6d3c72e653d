import { toScreen } from './colour.ts'
import type { Frame } from './frame.ts'
import { mix } from './random.ts'
import type { Shot } from './shot.ts'

/** Tone curve (Narkowicz's fit of ACES) and a byte per channel with noise below one step, so that no band shows. */
export function finishFrame(frame: Frame, _shot: Shot, _focus: number): Uint8Array {
  const { size, red, green, blue } = frame
  const pixels = new Uint8Array(size * size * 3)
  const tone = (value: number) => {
    const v = Math.max(0, value) * 0.72
    return toScreen((v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14))
  }
  for (let at = 0; at < size * size; at++) {
    const dither = (mix(at) & 255) / 256
    pixels[3 * at] = Math.min(255, tone(red[at] as number) * 255 + dither)
    pixels[3 * at + 1] = Math.min(255, tone(green[at] as number) * 255 + dither)
    pixels[3 * at + 2] = Math.min(255, tone(blue[at] as number) * 255 + dither)
  }
  return pixels
}
