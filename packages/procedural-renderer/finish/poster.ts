import { lch, toScreen } from '../canvas/color.ts'
import { FIRST_SOLID, type Frame, SKY_DEPTH } from '../canvas/frame.ts'
import { blurPlane } from '../canvas/gaussian-blur.ts'
import { clamp, lerp, smooth } from '../canvas/noise.ts'
import { eachPixel } from '../canvas/planes.ts'
import { between, pick } from '../canvas/random.ts'
import { huesOf } from '../world/palette.ts'
import type { Shot } from '../world/shot.ts'
import { addHalftone, findLines, inkLines } from './ink.ts'

type Tone = readonly [number, number, number]
const SCHEMES = [
  [330, 200, 60, 290],
  [350, 185, 95, 265],
  [305, 60, 190, 350],
  [20, 320, 175, 280],
]
const ink = (lightness: number, chroma: number, hue: number): Tone =>
  lch(lightness, chroma, hue).map((value) => toScreen(value)) as unknown as Tone

/**
 * Makes a pop poster: shapes (a disc, stripes, rays) replace the sky, the land is printed in a few neon pastels by its
 * lightness, the subject is cut out with a white border like a sticker, and confetti lies on top.
 */
export function makePoster(frame: Frame, shot: Shot): void {
  const { size, depth, thing } = frame
  const random = shot.chanceOf('poster')
  const scheme = [...pick(random, SCHEMES)]
  const asked = huesOf(shot.reading)[0]
  if (asked) scheme[0] = asked.hue
  const [first, second, third, fourth] = scheme as [number, number, number, number]
  const ramp: Tone[] = [
    ink(0.28, 0.14, fourth),
    ink(0.5, 0.22, fourth + 14),
    ink(0.68, 0.22, first),
    ink(0.8, 0.15, second),
    ink(0.9, 0.12, third),
    ink(0.975, 0.03, third),
  ]
  const ground = ink(0.86, 0.11, first)
  const stripe = ink(0.93, 0.07, first + 22)
  const disc = ink(0.82, 0.17, third)
  const rim = ink(0.66, 0.24, first - 14)
  const kind = pick(random, ['rays', 'stripes', 'grid'] as const)
  const cx = size * between(random, 0.42, 0.58)
  const cy = size * between(random, 0.34, 0.46)
  const radius = size * between(random, 0.27, 0.36)
  const lines = findLines(frame, 2, 0.6)
  const isBacked = shot.stage === 'table' || shot.stage === 'studio' || shot.stage === 'room'
  const isSolid = (at: number) => (thing[at] as number) >= FIRST_SOLID && shot.stage !== 'abstract'
  const isBehind = (at: number) =>
    (depth[at] as number) >= SKY_DEPTH || (isBacked && !isSolid(at) && (depth[at] as number) > 30)
  const mask = new Float32Array(size * size)
  for (let at = 0; at < mask.length; at++) mask[at] = isSolid(at) ? 1 : 0
  const halo = blurPlane(mask, size, 5 * (size / 512))
  eachPixel(frame, (pixel, at, x, y) => {
    let color: Tone
    if (isBehind(at)) {
      const angle = Math.atan2(y - cy, x - cx)
      const share =
        kind === 'rays'
          ? smooth(-0.05, 0.05, Math.sin(angle * 12))
          : kind === 'stripes'
            ? smooth(-0.08, 0.08, Math.sin((x + y) / (size * 0.014)))
            : smooth(0.82, 0.9, Math.max(Math.sin(x / (size * 0.012)), Math.sin(y / (size * 0.012))))
      const away = Math.hypot(x - cx, y - cy)
      const inside = smooth(radius + 1, radius - 1, away)
      const slats =
        y > cy ? smooth(0.1, 0.2, Math.abs(((y - cy) / (size * 0.045)) % 1) - 0.12 * ((y - cy) / radius)) : 1
      const edge = smooth(radius + size * 0.016, radius + size * 0.012, away) * (1 - inside)
      color = [0, 1, 2].map((c) =>
        lerp(
          lerp(lerp(ground[c] as number, stripe[c] as number, share), disc[c] as number, inside * slats),
          rim[c] as number,
          edge,
        ),
      ) as unknown as Tone
    } else {
      const luma = 0.3 * (pixel[0] as number) + 0.59 * (pixel[1] as number) + 0.11 * (pixel[2] as number)
      const place = clamp(luma * 1.08) * (ramp.length - 1)
      const step = Math.min(ramp.length - 2, Math.floor(place))
      const share = smooth(0.42, 0.58, place - step)
      const from = ramp[step] as Tone
      const to = ramp[step + 1] as Tone
      // The subject keeps some of its own hue.
      const own = isSolid(at) ? 0.38 : 0
      color = [0, 1, 2].map((c) =>
        lerp(lerp(from[c] as number, to[c] as number, share), clamp((pixel[c] as number) * 1.15), own),
      ) as unknown as Tone
    }
    const cut = isSolid(at) ? 0 : smooth(0.1, 0.16, halo[at] as number)
    pixel[0] = lerp(color[0], 1, cut)
    pixel[1] = lerp(color[1], 1, cut)
    pixel[2] = lerp(color[2], 1, cut)
  })
  addHalftone(frame, 8 * (size / 512), ink(0.62, 0.24, first), 0.4, (at) =>
    isSolid(at) ? 0 : isBehind(at) ? clamp((Math.floor(at / size) / size) * 1.3 - 0.2) : 0.35,
  )
  inkLines(frame, lines, ink(0.26, 0.16, fourth), 0.9)
  for (let piece = 0; piece < 40; piece++) {
    const shape = {
      x: random() * size,
      y: random() * size,
      radius: size * between(random, 0.008, 0.024),
      points: pick(random, [0, 4, 5]),
      turn: random() * 6,
    }
    const tone = pick(random, [ramp[2], ramp[3], ramp[4], ramp[5]]) as Tone
    // The subject stays free of confetti.
    if ((halo[Math.floor(shape.y) * size + Math.floor(shape.x)] as number) < 0.3) addShape(frame, shape, tone)
  }
}

/** Adds a dot, or a star with `points` points. */
function addShape(
  { size, red, green, blue }: Frame,
  { x, y, radius, points, turn }: { x: number; y: number; radius: number; points: number; turn: number },
  tone: Tone,
): void {
  for (let row = Math.max(0, Math.floor(y - radius)); row <= Math.min(size - 1, y + radius); row++)
    for (let column = Math.max(0, Math.floor(x - radius)); column <= Math.min(size - 1, x + radius); column++) {
      const away = Math.hypot(column - x, row - y)
      const angle = Math.atan2(row - y, column - x) + turn
      const reach = points === 0 ? radius * 0.6 : radius * (0.42 + 0.58 * Math.abs(Math.cos((angle * points) / 2)) ** 3)
      const share = clamp(reach - away + 0.5)
      const at = row * size + column
      red[at] = lerp(red[at] as number, tone[0], share)
      green[at] = lerp(green[at] as number, tone[1], share)
      blue[at] = lerp(blue[at] as number, tone[2], share)
    }
}
