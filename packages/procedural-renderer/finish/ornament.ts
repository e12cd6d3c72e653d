import type { Frame } from '../canvas/frame.ts'
import { blurPlane } from '../canvas/gaussian-blur.ts'
import { clamp, lerp, smooth } from '../canvas/noise.ts'
import { eachPixel, type Planes } from '../canvas/planes.ts'
import { between, pick } from '../canvas/random.ts'
import type { Shot } from '../world/shot.ts'

/** Adds a disc of light to the picture. @param inner share of its radius at full strength */
export function addDisc(
  { size, red, green, blue }: Planes,
  disc: {
    x: number
    y: number
    radius: number
    inner: number
    color: readonly [number, number, number]
    force: number
  },
): void {
  const { x, y, radius, inner, color, force } = disc
  for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(size, y + radius); row++)
    for (let column = Math.max(0, Math.floor(x - radius)); column < Math.min(size, x + radius); column++) {
      const light = force * smooth(1, inner, Math.hypot(column - x, row - y) / radius)
      if (light <= 0) continue
      const at = row * size + column
      // Screen blending: light over light never clips.
      red[at] = 1 - (1 - (red[at] as number)) * (1 - clamp(color[0] * light))
      green[at] = 1 - (1 - (green[at] as number)) * (1 - clamp(color[1] * light))
      blue[at] = 1 - (1 - (blue[at] as number)) * (1 - clamp(color[2] * light))
    }
}

const screenOf = (shot: Shot) => {
  const { halo, accent } = shot.palette
  const strong = (c: readonly [number, number, number]) => c.map((v) => clamp(v) ** 0.45) as [number, number, number]
  return { halo: strong(halo), accent: strong(accent) }
}

/**
 * Adds dust, petals or sparks to the air, some out of focus. @param large radius of the largest, as a share of the
 * picture
 */
export function addMotes(planes: Planes, shot: Shot, { count, large }: { count: number; large: number }): void {
  const random = shot.chanceOf('motes')
  const { halo, accent } = screenOf(shot)
  const { size } = planes
  for (let mote = 0; mote < count; mote++) {
    const radius = Math.max(1.3, size * large * random() ** 2.4)
    const isSoft = radius > size * 0.014
    addDisc(planes, {
      x: random() * size,
      y: size * (0.1 + 0.9 * random()),
      radius,
      inner: isSoft ? 0.86 : 0.1,
      color: pick(random, [halo, halo, accent]),
      force: isSoft ? between(random, 0.06, 0.2) : between(random, 0.3, 0.9),
    })
  }
}

/** Adds a lens flare: a star at the sun, and ghosts on the line through the middle. */
export function addFlare(planes: Planes, shot: Shot): void {
  const { size } = planes
  const { camera, sun } = shot
  const random = shot.chanceOf('flare')
  const { halo, accent } = screenOf(shot)
  const x = clamp(
    shot.stage === 'abstract' ? size * 0.3 : camera.middle + (camera.focal * sun.x) / sun.z,
    size * 0.06,
    size * 0.94,
  )
  const y = clamp(
    shot.stage === 'abstract' ? size * 0.25 : camera.horizon - (camera.focal * sun.y) / sun.z,
    size * 0.06,
    size * 0.7,
  )
  addDisc(planes, { x, y, radius: size * 0.34, inner: 0, color: halo, force: 0.5 })
  addDisc(planes, { x, y, radius: size * 0.06, inner: 0, color: [1, 1, 1], force: 0.95 })
  for (const share of [0.35, 0.62, 1.05, 1.3, 1.62])
    addDisc(planes, {
      x: lerp(x, size - x, share),
      y: lerp(y, size - y, share),
      radius: size * between(random, 0.018, 0.075),
      inner: 0.9,
      color: pick(random, [halo, accent, [0.5, 0.8, 1]]),
      force: between(random, 0.08, 0.2),
    })
  const turn = between(random, 0.1, 0.6)
  eachPixel(planes, (pixel, _at, px, py) => {
    const dx = px - x
    const dy = py - y
    const r = Math.hypot(dx, dy) / size
    if (r > 0.42) return
    const ray = Math.abs(Math.cos(Math.atan2(dy, dx) * 3 + turn)) ** 40 * Math.max(0, 1 - r / 0.42) ** 2 * 0.6
    for (let c = 0; c < 3; c++) pixel[c] = 1 - (1 - (pixel[c] as number)) * (1 - clamp(ray * (halo[c] as number)))
  })
  addMotes(planes, shot, { count: 70, large: 0.008 })
}

/** Adds blue streaks to both sides of bright places, like an anamorphic lens. It runs on light, before `develop`. */
export function addStreaks(frame: Frame, force: number): void {
  const { size, red, green, blue } = frame
  const bright = new Float32Array(size * size)
  for (let at = 0; at < bright.length; at++)
    bright[at] = Math.max(0, Math.min(3, Math.max(red[at] as number, green[at] as number)) - 1.35)
  // The blur runs only along the row, so each row is blurred alone.
  for (let y = 0; y < size; y++) {
    let left = 0
    let right = 0
    const row = y * size
    const out = new Float32Array(size)
    for (let x = 0; x < size; x++) {
      left = left * 0.978 + (bright[row + x] as number) * 0.022
      right = right * 0.978 + (bright[row + size - 1 - x] as number) * 0.022
      out[x] = (out[x] as number) + left
      out[size - 1 - x] = (out[size - 1 - x] as number) + right
    }
    bright.set(out, row)
  }
  const soft = blurPlane(bright, size, 1.2)
  for (let at = 0; at < soft.length; at++) {
    const light = (soft[at] as number) * force
    red[at] = (red[at] as number) + light * 0.25
    green[at] = (green[at] as number) + light * 0.55
    blue[at] = (blue[at] as number) + light * 1.25
  }
}

/** Adds paper that shows at a ragged border and through its grain. */
export function addPaper(planes: Planes, shot: Shot): void {
  const { size } = planes
  const { noise } = shot
  eachPixel(planes, (pixel, _at, x, y) => {
    const border = Math.min(x, y, size - 1 - x, size - 1 - y) / size
    const ragged =
      border + 0.028 * noise.fbm(x / (size * 0.06), y / (size * 0.06), 4) + 0.008 * noise.gradient(x / 3.1, y / 3.1)
    const cover = smooth(0.018, 0.034, ragged)
    const tooth = 1 + 0.055 * noise.gradient(x / 1.7, y / 1.7) + 0.05 * noise.gradient(x / 4.3 + 9, y / 4.3)
    pixel[0] = clamp(lerp(0.955, pixel[0] as number, cover) * tooth)
    pixel[1] = clamp(lerp(0.935, pixel[1] as number, cover) * tooth)
    pixel[2] = clamp(lerp(0.885, pixel[2] as number, cover) * tooth)
  })
}
