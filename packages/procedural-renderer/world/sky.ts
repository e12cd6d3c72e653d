import { type Color, fromOklab, toOklab } from '../canvas/color.ts'
import type { Frame } from '../canvas/frame.ts'
import { clamp, lerp, smooth } from '../canvas/noise.ts'
import type { Shot } from './shot.ts'

const STEPS = 256

/** Builds the gradient from the horizon (entry 0) to the zenith in OKLab, so that no band is gray. */
function gradientOf(stops: [number, Color][]): Float32Array {
  const table = new Float32Array(STEPS * 3)
  const labs = stops.map(([at, color]) => [at, toOklab(color)] as const)
  for (let step = 0; step < STEPS; step++) {
    const at = step / (STEPS - 1)
    let next = labs.findIndex(([stop]) => stop >= at)
    if (next < 1) next = 1
    const [fromAt, from] = labs[next - 1] as (typeof labs)[number]
    const [toAt, to] = labs[next] as (typeof labs)[number]
    const share = smooth(0, 1, (at - fromAt) / (toAt - fromAt)) * 0.5 + clamp((at - fromAt) / (toAt - fromAt)) * 0.5
    table.set(
      fromOklab([lerp(from[0], to[0], share), lerp(from[1], to[1], share), lerp(from[2], to[2], share)]),
      step * 3,
    )
  }
  return table
}

/** Returns the sky's color at any slope, without clouds. It is also the color of far haze. */
export function createSkyLight(shot: Shot) {
  const { palette, sun } = shot
  const table = gradientOf([
    [0, palette.horizon],
    [0.32, palette.middle],
    [1, palette.zenith],
  ])
  const [hr, hg, hb] = palette.halo
  const isLow = shot.time === 'dawn' || shot.time === 'golden' || shot.time === 'dusk'
  const wideHalo = isLow ? 0.3 : shot.time === 'night' ? 0.12 : 0.25
  return {
    /** @param to where the three values are written */
    at(x: number, y: number, z: number, to: Float64Array) {
      const length = Math.sqrt(x * x + y * y + z * z)
      const up = Math.max(0, y / length)
      const entry = Math.min(STEPS - 1, Math.floor(up ** 0.62 * 1.35 * (STEPS - 1))) * 3
      const facing = Math.max(0, (x * sun.x + y * sun.y + z * sun.z) / length)
      const near = facing ** 7 * wideHalo * (1 - up * 0.6) + facing ** 90 * 0.35
      to[0] = (table[entry] as number) * (1 - near * 0.4) + hr * near
      to[1] = (table[entry + 1] as number) * (1 - near * 0.4) + hg * near
      to[2] = (table[entry + 2] as number) * (1 - near * 0.4) + hb * near
    },
  }
}
export type SkyLight = ReturnType<typeof createSkyLight>

/** Paints sky, sun or moon, stars and clouds into every pixel. */
export function paintSky(frame: Frame, shot: Shot, light: SkyLight): void {
  const { size, red, green, blue } = frame
  const { camera, sun, noise, palette, air } = shot
  const color = new Float64Array(3)
  const isNight = shot.time === 'night'
  const discSize = isNight ? 0.045 : 0.032
  const cover = air.clouds
  const starRandom = shot.chanceOf('stars')
  const drift = starRandom() * 100
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      const dx = (column + 0.5 - camera.middle) / camera.focal
      const dy = (camera.horizon - row - 0.5) / camera.focal
      light.at(dx, dy, 1, color)
      let r = color[0] as number
      let g = color[1] as number
      let b = color[2] as number
      const length = Math.sqrt(dx * dx + dy * dy + 1)
      const toSun = Math.hypot(dx / length - sun.x, dy / length - sun.y, 1 / length - sun.z)
      const disc = smooth(discSize, discSize * 0.93, toSun)
      if (disc > 0) {
        const crater = isNight ? 0.75 + 0.35 * noise.fbm(dx * 60, dy * 60, 3) : 1.7
        r = lerp(r, palette.halo[0] * crater + 0.2, disc)
        g = lerp(g, palette.halo[1] * crater + 0.2, disc)
        b = lerp(b, palette.halo[2] * crater + 0.15, disc)
      }
      if (dy > -0.05 && cover > 0.01 && shot.traits.clouds === 'natural') {
        const flat = 1 / (Math.max(0, dy) + 0.16)
        const u = dx * flat * 1.25 + drift
        const v = flat * 2.2
        const warp = noise.fbm(u * 0.7 + 31, v * 0.7, 3)
        const density = noise.fbm(u + warp * 0.9, v + warp * 0.5, 5) + 0.5
        const edge = 0.92 - cover * 0.62
        const cloud = smooth(edge - 0.06, edge + 0.34, density)
        if (cloud > 0.003) {
          const ahead = noise.fbm(u + warp * 0.9 + sun.x * 0.22, v + warp * 0.5 - 0.16, 3) + 0.5
          const lit = clamp(0.62 + (density - ahead) * 1.9 - (density - edge) * 0.75)
          const silver = Math.max(0, 1 - toSun * 2.2) ** 2 * (1 - cloud * 0.5)
          const fade = smooth(-0.02, 0.13, dy) * cloud
          r = lerp(r, lerp(palette.cloudShade[0], palette.cloudLight[0], lit) + silver * palette.halo[0] * 0.7, fade)
          g = lerp(g, lerp(palette.cloudShade[1], palette.cloudLight[1], lit) + silver * palette.halo[1] * 0.7, fade)
          b = lerp(b, lerp(palette.cloudShade[2], palette.cloudLight[2], lit) + silver * palette.halo[2] * 0.7, fade)
        }
      }
      red[at] = r
      green[at] = g
      blue[at] = b
    }
  if (shot.traits.clouds === 'cumulus' && cover > 0.05) paintCumulus(frame, shot, drift)
  if (air.stars > 0) paintStars(frame, shot, starRandom)
}

/**
 * Paints heaped clouds like a background painter: billows (noise folded at zero) on a level base, with a hard bright
 * border above and three flat tones below it.
 */
function paintCumulus(frame: Frame, shot: Shot, drift: number): void {
  const { size, red, green, blue } = frame
  const { camera, noise, palette, sun, air } = shot
  const toSun = sun.x > 0 ? 1 : -1
  const horizon = Math.min(size, camera.horizon)
  const billow = (u: number, v: number, octaves: number) => {
    let sum = 0
    let weight = 0.55
    let scale = 1
    for (let octave = 0; octave < octaves; octave++) {
      sum += weight * (1 - 1.7 * Math.abs(noise.gradient(u * scale + octave * 7, v * scale)))
      weight *= 0.48
      scale *= 2.15
    }
    return sum
  }
  const cover = clamp(0.3 + air.clouds * 0.75)
  for (let row = 0; row < horizon + 2 && row < size; row++) {
    const up = (horizon - row) / size
    // Rows of clouds get lower and smaller toward the horizon.
    const bank = up / (0.14 + up * 0.85)
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      const u = ((column - camera.middle) / size) * lerp(3.6, 1.7, clamp(up * 1.7)) + drift
      const v = bank * 2.3
      const shape = noise.fbm(u * 0.75 + 3, v * 0.8, 3) + 0.2 + cover * 0.36 - Math.abs(up - 0.2) * 1.05
      const density = shape + billow(u * 1.7, v * 1.9, 4) * 0.34 - 0.42
      const cloud = smooth(0, 0.035, density)
      if (cloud <= 0) continue
      const ahead =
        noise.fbm((u + 0.13 * toSun) * 0.75 + 3, (v + 0.2) * 0.8, 3) +
        billow((u + 0.07 * toSun) * 1.7, (v + 0.1) * 1.9, 4) * 0.34
      const here = noise.fbm(u * 0.75 + 3, v * 0.8, 3) + billow(u * 1.7, v * 1.9, 4) * 0.34
      const light = (here - ahead) * 2.4 + 0.55 - density * 0.3
      const lit = 0.5 * smooth(0.22, 0.34, light) + 0.34 * smooth(0.5, 0.6, light) + 0.16 * smooth(0.8, 0.9, light)
      const share = cloud * smooth(-0.01, 0.05, up)
      red[at] = lerp(red[at] as number, lerp(palette.cloudShade[0], palette.cloudLight[0] * 1.08, lit), share)
      green[at] = lerp(green[at] as number, lerp(palette.cloudShade[1], palette.cloudLight[1] * 1.08, lit), share)
      blue[at] = lerp(blue[at] as number, lerp(palette.cloudShade[2], palette.cloudLight[2] * 1.08, lit), share)
    }
  }
}

/** Scatters stars of different brightness and color; the brightest have a glow. */
function paintStars(frame: Frame, shot: Shot, random: () => number): void {
  const { size, red, green, blue } = frame
  const count = Math.round(900 * shot.air.stars * (size / 512) ** 2)
  for (let star = 0; star < count; star++) {
    const column = random() * size
    const row = random() * Math.min(size, shot.stage === 'space' ? size : shot.camera.horizon)
    const power = random() ** 7 * 1.6 + 0.12
    const warmth = random()
    const radius = power > 0.9 ? 2.2 : 0.75
    for (let y = Math.max(0, Math.floor(row - radius)); y <= Math.min(size - 1, row + radius); y++)
      for (let x = Math.max(0, Math.floor(column - radius)); x <= Math.min(size - 1, column + radius); x++) {
        const fall = Math.max(0, 1 - Math.hypot(x - column, y - row) / (radius + 0.5))
        const light = power * fall * fall * shot.air.stars ** 0.5
        const at = y * size + x
        red[at] = (red[at] as number) + light * (0.8 + 0.2 * warmth)
        green[at] = (green[at] as number) + light * 0.9
        blue[at] = (blue[at] as number) + light * (1.1 - 0.25 * warmth)
      }
  }
}
