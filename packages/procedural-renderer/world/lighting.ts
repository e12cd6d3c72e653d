import { blend } from '../canvas/color.ts'
import { type Frame, SKY_DEPTH, THING } from '../canvas/frame.ts'
import { lerp, smooth } from '../canvas/noise.ts'
import type { Shading } from '../style.ts'
import type { Shot } from './shot.ts'
import type { SkyLight } from './sky.ts'

/** Lights what has been drawn with sun and sky, pixel by pixel, and adds the air between it and the viewer. */
export function lightFrame(frame: Frame, shot: Shot, sky: SkyLight, shading: Shading): void {
  const { size, red, green, blue, depth, normalX, normalY, normalZ, lit, open, glow, gloss, thing } = frame
  const { camera, key, sun, palette, air } = shot
  const [kr, kg, kb] = palette.key
  const [fr, fg, fb] = palette.fill
  const fog = hazeOf(shot) * shading.haze
  const low = 0.006 * air.mist ** 1.5
  const color = new Float64Array(3)
  for (let row = 0; row < size; row++) {
    const dy = (camera.horizon - row - 0.5) / camera.focal
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      const far = depth[at] as number
      if (far >= SKY_DEPTH || thing[at] === THING.water) continue
      const dx = (column + 0.5 - camera.middle) / camera.focal
      const length = Math.sqrt(dx * dx + dy * dy + 1)
      const nx = normalX[at] as number
      const ny = normalY[at] as number
      const nz = normalZ[at] as number
      let direct = Math.max(0, nx * key.x + ny * key.y + nz * key.z) * (lit[at] as number)
      if (shading.steps > 0) direct = stepped(direct, shading.steps)
      const around = (0.42 + 0.4 * ny + 0.18) * (open[at] as number)
      const facing = -(nx * dx + ny * dy + nz) / length
      const back = Math.max(0, nx * sun.x + ny * sun.y + nz * sun.z)
      const edge = (1 - Math.max(0, facing)) ** 3 * (0.25 + back) * shading.rim * (lit[at] as number)
      const own = glow[at] as number
      const shine = (gloss[at] as number) * shading.gloss
      let highlight = 0
      if (shine > 0) {
        const hx = key.x - dx / length
        const hy = key.y - dy / length
        const hz = key.z - 1 / length
        const half = Math.max(0, (nx * hx + ny * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz))
        highlight = (half ** 60 * 1.6 + half ** 12 * 0.16) * shine * (0.3 + 0.7 * (lit[at] as number))
      }
      const sunPart = direct * shading.contrast
      let r = (red[at] as number) * (kr * sunPart + fr * around + own) + kr * (edge * 0.3 + highlight)
      let g = (green[at] as number) * (kg * sunPart + fg * around + own) + kg * (edge * 0.3 + highlight)
      let b = (blue[at] as number) * (kb * sunPart + fb * around + own) + kb * (edge * 0.3 + highlight)
      const height = camera.y + dy * far
      const veil = 1 - Math.exp(-far * fog - far * low * Math.exp(-Math.max(0, height) / 15))
      if (veil > 0.002) {
        sky.at(dx, Math.max(0.015, dy * 0.6), 1, color)
        r = lerp(r, color[0] as number, veil)
        g = lerp(g, color[1] as number, veil)
        b = lerp(b, color[2] as number, veil)
      }
      red[at] = r
      green[at] = g
      blue[at] = b
    }
  }
}

/** Extinction per meter. */
function hazeOf({ air, land, stage }: Shot): number {
  if (stage === 'space' || (land === 'moon' && stage === 'land')) return 0
  return 0.00013 + 0.00035 * air.mist + 0.0005 * Math.max(air.rain, air.snow)
}

/** Reduces light to a few tones with soft borders, as a cel painter mixes them. */
export function stepped(value: number, steps: number): number {
  const place = Math.min(0.999, value) * steps
  const step = Math.floor(place)
  return (step + smooth(0.42, 0.58, place - step)) / steps
}

/**
 * Lights still or moving water. It mirrors what is above it: the row equally far above the horizon, shaken by waves.
 */
export function lightWater(frame: Frame, shot: Shot, sky: SkyLight): void {
  const { size, red, green, blue, depth, thing } = frame
  const { camera, sun, palette, noise, air } = shot
  const isOpen = shot.land === 'sea' || shot.land === 'beach' || shot.land === 'island'
  const rough =
    (isOpen ? 0.55 : 0.12) +
    air.wind * 0.25 +
    (shot.reading.has('weather:storm') ? 0.6 : 0) -
    (shot.reading.has('mood:calm') ? 0.1 : 0)
  const deep = [
    palette.zenith[0] * 0.25 + 0.004,
    palette.zenith[1] * 0.35 + 0.02,
    palette.zenith[2] * 0.35 + 0.025,
  ] as const
  const white = blend(palette.horizon, palette.cloudLight, 0.5)
  const color = new Float64Array(3)
  const [kr, kg, kb] = palette.halo
  for (let row = Math.max(1, Math.floor(camera.horizon)); row < size; row++) {
    const below = row + 0.5 - camera.horizon
    if (below <= 0) continue
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      if (thing[at] !== THING.water) continue
      const far = depth[at] as number
      const dx = (column + 0.5 - camera.middle) / camera.focal
      const x = camera.x + dx * far
      const z = camera.z + far
      const fine = 1 / (1 + far * 0.006)
      const wave = noise.fbm(x / 3.4, z / 1.5, 3) * fine + noise.fbm(x / 21, z / 8, 3) * 0.8
      const lean = noise.fbm(x / 2.6 + 50, z / 1.3, 2) * fine
      const tilt = wave * rough
      const mirrored = camera.horizon - below * (1 - 0.25 * rough) - tilt * (7 + below * 0.16) * (size / 512)
      const aside = column + lean * rough * (5 + below * 0.06)
      const fromRow = Math.round(mirrored)
      const fromColumn = Math.max(0, Math.min(size - 1, Math.round(aside)))
      const slope = below / camera.focal
      const facing = slope / Math.sqrt(1 + slope * slope) + Math.max(0, tilt) * 0.22
      const fresnel = 0.06 + 0.94 * (1 - Math.min(1, facing)) ** 4.2
      let r: number
      let g: number
      let b: number
      const source = fromRow * size + fromColumn
      if (fromRow >= 0 && thing[source] !== THING.water) {
        r = red[source] as number
        g = green[source] as number
        b = blue[source] as number
      } else {
        sky.at(dx, Math.max(0.02, slope + tilt * 0.2), 1, color)
        r = color[0] as number
        g = color[1] as number
        b = color[2] as number
      }
      const toSun = Math.abs(dx - sun.x / sun.z - lean * rough * 0.5)
      const glitter =
        Math.max(0, wave * 1.9 + 0.15) ** 3 *
        Math.exp(-((toSun / (0.05 + rough * 0.12)) ** 2)) *
        (1.2 - 0.5 * Math.min(1, facing * 2))
      const foam = isOpen ? smooth(0.42, 0.62, wave * (0.7 + rough)) * rough * 0.5 * fine : 0
      // Mist lies on the water.
      const veil = 1 - Math.exp(-far * 0.009 * air.mist ** 3)
      red[at] = lerp(lerp(deep[0], r * 0.94, fresnel) + kr * glitter + foam * palette.fill[0], white[0], veil)
      green[at] = lerp(lerp(deep[1], g * 0.96, fresnel) + kg * glitter + foam * palette.fill[1], white[1], veil)
      blue[at] = lerp(lerp(deep[2], b * 0.98, fresnel) + kb * glitter + foam * palette.fill[2], white[2], veil)
    }
  }
}
