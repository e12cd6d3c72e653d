import { blend, type Color, hex, varied } from '../canvas/color.ts'
import { type Frame, SKY_DEPTH, THING } from '../canvas/frame.ts'
import { lerp, smooth } from '../canvas/noise.ts'
import { between, pick } from '../canvas/random.ts'
import type { Shot } from './shot.ts'

const WOODS = ['#8a5a34', '#a8743f', '#6b4426', '#b98a5a', '#5a3a28']

/** Paints a plane at y = 0 up to `end` meters: boards of a table or a floor, or a seamless studio ground. */
export function paintPlane(
  frame: Frame,
  shot: Shot,
  { end, material }: { end: number; material: 'wood' | 'plain' },
): void {
  const { size, red, green, blue, depth, thing, normalX, normalY, normalZ, gloss } = frame
  const { camera, noise, palette } = shot
  const random = shot.chanceOf('plane')
  const tone: Color =
    material === 'wood'
      ? hex(pick(random, WOODS))
      : [palette.middle[0] * 0.8 + 0.06, palette.middle[1] * 0.8 + 0.06, palette.middle[2] * 0.8 + 0.06]
  const board = between(random, 0.16, 0.26)
  for (let row = Math.max(0, Math.ceil(camera.horizon)); row < size; row++) {
    const far = (camera.y * camera.focal) / (row + 0.5 - camera.horizon)
    if (far > end) continue
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      const x = ((column + 0.5 - camera.middle) / camera.focal) * far
      let shade = 1
      if (material === 'wood') {
        const plank = Math.floor(x / board + 100)
        const inside = x / board + 100 - plank
        const shift = noise.atCell(plank, 3) * 9
        const grain =
          noise.fbm(x * 26 + shift * 7, far * 1.7 + shift, 3) + 0.5 * noise.gradient(x * 120, far * 4 + shift)
        const ringed = Math.sin((x * 9 + noise.fbm(x * 3 + shift, far * 0.9, 2) * 2.2) * 9)
        shade = 0.82 + 0.28 * grain + 0.05 * ringed + 0.3 * (noise.atCell(plank, 9) - 0.5)
        shade *= 1 - 0.65 * (smooth(0.03, 0, inside) + smooth(0.97, 1, inside))
        normalX[at] = grain * 0.08
      }
      red[at] = tone[0] * shade
      green[at] = tone[1] * shade
      blue[at] = tone[2] * shade
      depth[at] = far
      thing[at] = THING.ground
      normalY[at] = 1
      normalZ[at] = 0
      gloss[at] = material === 'wood' ? 0.22 : 0.05
    }
  }
}

/** Paints soft discs of light, out of focus, over a gradient: the background of a near thing. */
export function paintBokeh(frame: Frame, shot: Shot, count: number): void {
  const { size, red, green, blue, depth } = frame
  const { palette } = shot
  const random = shot.chanceOf('bokeh')
  const top = palette.zenith
  // The background has a darkened color from the other side of the wheel, so that the front glows.
  const warm = varied(blend(palette.second, palette.horizon, 0.55), { lightness: 0.72 })
  const lampX = between(random, 0.15, 0.85) * size
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      if ((depth[at] as number) < SKY_DEPTH) continue
      const share = smooth(0, 0.75, row / size)
      const lamp = Math.exp(-((((column - lampX) / size) ** 2 + (row / size - 0.15) ** 2) / 0.14))
      const wave = 0.9 + 0.25 * shot.noise.fbm(column / 190, row / 190, 2)
      red[at] = (lerp(top[0], warm[0], share) * 0.5 + palette.halo[0] * lamp * 0.5) * wave
      green[at] = (lerp(top[1], warm[1], share) * 0.5 + palette.halo[1] * lamp * 0.46) * wave
      blue[at] = (lerp(top[2], warm[2], share) * 0.5 + palette.halo[2] * lamp * 0.38) * wave
    }
  for (let disc = 0; disc < count; disc++) {
    const x = random() * size
    const y = random() * size * 0.7
    const radius = between(random, 0.02, 0.085) * size
    const color = pick(random, [palette.halo, palette.accent, palette.second, palette.halo])
    const power = between(random, 0.12, 0.5)
    for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(size, y + radius); row++)
      for (let column = Math.max(0, Math.floor(x - radius)); column < Math.min(size, x + radius); column++) {
        const at = row * size + column
        if ((depth[at] as number) < SKY_DEPTH) continue
        const away = Math.hypot(column - x, row - y) / radius
        const light = power * smooth(1, 0.9, away) * (0.7 + 0.5 * away * away)
        red[at] = (red[at] as number) + color[0] * light
        green[at] = (green[at] as number) + color[1] * light
        blue[at] = (blue[at] as number) + color[2] * light
      }
  }
}

/** Paints gas clouds from twice warped noise, dark lanes and a bright core: the background in space. */
export function paintNebula(frame: Frame, shot: Shot): void {
  const { size, red, green, blue } = frame
  const { noise, palette } = shot
  const random = shot.chanceOf('nebula')
  const angle = between(random, 0.2, 2.9)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const drift = random() * 50
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      const px = column / size - 0.5
      const py = row / size - 0.5
      const u = px * c + py * s
      const v = -px * s + py * c
      const wx = noise.fbm(u * 2.2 + drift, v * 2.2, 4)
      const wy = noise.fbm(u * 2.2 + 9, v * 2.2 + drift, 4)
      const gas = noise.fbm(u * 2.6 + wx * 1.5, v * 2.6 + wy * 1.5, 6) + 0.42
      const band = Math.exp(-((v + wx * 0.22) ** 2) / 0.055)
      const lane = smooth(0.12, 0.45, noise.ridged(u * 3 + wy, v * 3 + wx, 4))
      const bright = Math.max(0, gas) ** 1.6 * (0.25 + band * 1.15) * (1 - lane * 0.35)
      const hot = Math.max(0, gas - 0.42) * band * 2.2
      const share = smooth(-0.3, 0.35, wx + u * 0.5)
      red[at] =
        palette.zenith[0] +
        bright * lerp(palette.accent[0], palette.cloudLight[0], share) * 0.85 +
        hot * palette.halo[0]
      green[at] =
        palette.zenith[1] +
        bright * lerp(palette.accent[1], palette.cloudLight[1], share) * 0.85 +
        hot * palette.halo[1]
      blue[at] =
        palette.zenith[2] +
        bright * lerp(palette.accent[2], palette.cloudLight[2], share) * 0.85 +
        hot * palette.halo[2]
    }
}

/** Paints the sea from within: shafts of light from above, and blue that deepens. */
export function paintDepths(frame: Frame, shot: Shot): void {
  const { size, red, green, blue } = frame
  const { noise, palette } = shot
  const base: Color =
    palette.zenith[2] > palette.zenith[0] * 1.2
      ? [0.01, 0.16, 0.3]
      : [palette.middle[0] * 0.4, palette.middle[1] * 0.5, palette.middle[2] * 0.6]
  const origin = (0.3 + 0.4 * shot.chanceOf('depths')()) * size
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      const down = row / size
      const angle = (column - origin) / (row + size * 0.45)
      const shaft = Math.max(0, noise.fbm(angle * 7, 3.7 + down * 0.25, 3) + 0.18) * (1 - down) ** 1.4
      const glow = Math.exp(-(((column - origin) / size) ** 2) * 6 - down * 2.6)
      red[at] = base[0] * (1.1 - down * 0.8) + glow * 0.34 + shaft * 0.22
      green[at] = base[1] * (1.7 - down * 1.3) + glow * 0.8 + shaft * 0.6
      blue[at] = base[2] * (1.6 - down * 1.05) + glow * 0.75 + shaft * 0.58
    }
}
