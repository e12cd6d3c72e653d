import { lch } from '../canvas/color.ts'
import { FIRST_SOLID, type Frame, SKY_DEPTH } from '../canvas/frame.ts'
import { clamp, lerp, smooth } from '../canvas/noise.ts'
import { eachPixel, layStroke } from '../canvas/planes.ts'
import { between, pick } from '../canvas/random.ts'
import { isOutdoors } from '../prompt/shown.ts'
import type { Shot } from './shot.ts'

/**
 * Paints what is in the sky besides clouds: northern lights, a rainbow, lightning. It runs after the sky and before the
 * land.
 */
export function paintPhenomena(frame: Frame, shot: Shot): void {
  const { reading, camera, noise } = shot
  const { size } = frame
  const random = shot.chanceOf('phenomena')
  if (reading.has('weather:aurora')) {
    const first = lch(0.8, 0.2, between(random, 145, 175))
    const second = lch(0.6, 0.22, between(random, 290, 330))
    const drift = random() * 40
    eachPixel(frame, (pixel, _at, x, y) => {
      const up = (camera.horizon - y) / camera.horizon
      if (up < 0) return
      for (let curtain = 0; curtain < 3; curtain++) {
        const base = 0.22 + curtain * 0.2 + 0.2 * noise.fbm(x / (size * 0.4) + curtain * 9 + drift, 1.5, 3)
        const over = up - base
        const ray =
          0.55 +
          0.6 * noise.gradient(x / (size * 0.018) + 6 * noise.gradient(x / (size * 0.2), curtain), curtain + up * 0.6)
        const light = smooth(-0.02, 0.03, over) * Math.exp(-Math.max(0, over) * 4.2) * Math.max(0, ray) * 0.55
        const share = clamp(over * 2.6)
        for (let c = 0; c < 3; c++)
          pixel[c] = (pixel[c] as number) + lerp(first[c] as number, second[c] as number, share) * light
      }
    })
  }
  if (reading.has('weather:rainbow')) {
    const cx = size * between(random, 0.35, 0.65)
    const radius = size * between(random, 0.5, 0.62)
    eachPixel(frame, (pixel, _at, x, y) => {
      const place = (Math.hypot(x - cx, y - camera.horizon) - radius) / (size * 0.055)
      if (place < 0 || place > 1) return
      const tone = lch(0.75, 0.17, 300 - place * 280)
      const force = smooth(0, 0.15, place) * smooth(1, 0.85, place) * 0.42
      for (let c = 0; c < 3; c++)
        pixel[c] = lerp(pixel[c] as number, (pixel[c] as number) * 0.5 + (tone[c] as number), force)
    })
  }
  if (
    reading.has('weather:lightning') ||
    (reading.has('weather:storm') && (reading.has('mood:dramatic') || shot.time === 'night'))
  ) {
    let x = size * between(random, 0.15, 0.85)
    const start = x
    const bolt = (fromX: number, fromY: number, until: number, width: number) => {
      let px = fromX
      let py = fromY
      while (py < until) {
        const toX = px + between(random, -1, 1) * size * 0.035
        const toY = py + between(random, 0.012, 0.035) * size
        layStroke(frame, {
          x: px,
          y: py,
          toX,
          toY,
          from: width,
          until: width,
          red: 4,
          green: 4,
          blue: 5,
          cover: 1,
          bristle: 0,
        })
        if (random() < 0.12 && width > 0.7) bolt(toX, toY, Math.min(until, toY + size * 0.16), width * 0.45)
        px = toX
        py = toY
      }
      x = px
    }
    bolt(start, size * 0.04, camera.horizon - 2, 1.5)
    eachPixel(frame, (pixel, _at, px, py) => {
      const light =
        Math.exp(-(((px - (start + x) / 2) / (size * 0.2)) ** 2) - (py / camera.horizon - 0.2) ** 2 * 1.5) * 0.5
      for (let c = 0; c < 3; c++) pixel[c] = (pixel[c] as number) * (1 + light) + light * 0.3
    })
  }
}

/** Adds the beam of a lighthouse: two cones of lit air. */
function addBeam(frame: Frame, shot: Shot): void {
  const { size, glow, thing } = frame
  let sumX = 0
  let sumY = 0
  let count = 0
  for (let at = 0; at < glow.length; at++)
    if ((glow[at] as number) > 2.4 && (thing[at] as number) >= FIRST_SOLID) {
      sumX += at % size
      sumY += Math.floor(at / size)
      count++
    }
  if (count === 0) return
  const [cx, cy] = [sumX / count, sumY / count]
  const tilt = shot.sun.x > 0 ? 0.13 : -0.13
  const isDark = shot.time === 'night' || shot.time === 'dusk' || shot.reading.has('weather:storm')
  eachPixel(frame, (pixel, _at, x, y) => {
    const dx = x - cx
    const dy = y - cy
    const r = Math.hypot(dx, dy) / size
    const angle = Math.atan2(dy, Math.abs(dx)) + tilt * Math.sign(dx)
    const light =
      (smooth(0.075, 0.0, Math.abs(angle)) * Math.exp(-r * 2.1) * 0.85 + Math.exp(-r * r * 900)) * (isDark ? 1 : 0.35)
    pixel[0] = (pixel[0] as number) + light
    pixel[1] = (pixel[1] as number) + light * 0.86
    pixel[2] = (pixel[2] as number) + light * 0.55
  })
}

/** Paints rain, snow, leaves, petals, sparks and birds between the viewer and the scene, after the lighting. */
export function paintWeather(frame: Frame, shot: Shot): void {
  const { size } = frame
  const { air, reading, palette } = shot
  const random = shot.chanceOf('weather')
  const scale = size / 512
  if (shot.subject === 'lighthouse') addBeam(frame, shot)
  const slant = (air.wind - 0.1) * (shot.sun.x > 0 ? -0.55 : 0.55)
  if (air.rain > 0)
    for (let drop = 0; drop < 950 * air.rain; drop++) {
      const near = random() ** 3
      const x = random() * size * 1.2 - size * 0.1
      const y = random() * size
      const length = lerp(7, 44, near) * scale
      layStroke(frame, {
        x,
        y,
        toX: x + slant * length,
        toY: y + length,
        from: lerp(0.35, 0.8, near) * scale,
        until: lerp(0.2, 0.5, near) * scale,
        red: palette.fill[0] * 0.8 + 0.2,
        green: palette.fill[1] * 0.8 + 0.22,
        blue: palette.fill[2] * 0.8 + 0.25,
        cover: lerp(0.12, 0.26, near),
        bristle: 0,
      })
    }
  if (air.snow > 0 && reading.has('weather:snow') && !reading.has('weather:clear'))
    for (let flake = 0; flake < 620 * air.snow; flake++) {
      const near = random() ** 4
      const x = random() * size
      const y = random() * size
      const radius = lerp(0.5, 4.2, near) * scale
      layStroke(frame, {
        x,
        y,
        toX: x + slant * radius,
        toY: y + radius * 0.4,
        from: radius,
        until: radius,
        red: 1.05 * palette.fill[0] + 0.4,
        green: 1.05 * palette.fill[1] + 0.4,
        blue: 1.05 * palette.fill[2] + 0.42,
        cover: lerp(0.75, 0.4, near),
        bristle: 0,
      })
    }
  const isAutumn = reading.has('season:autumn')
  const isBlossom = reading.has('with:blossom') || (reading.has('season:spring') && reading.has('with:trees'))
  if ((isAutumn || isBlossom) && isOutdoors(shot))
    for (let leaf = 0; leaf < 46; leaf++) {
      const near = random() ** 2.5
      const x = random() * size
      const y = random() * size
      const turn = random() * 3
      const length = lerp(2.5, 11, near) * scale
      const tone = isAutumn
        ? pick(random, [
            [0.75, 0.22, 0.04],
            [0.85, 0.42, 0.06],
            [0.6, 0.12, 0.04],
          ] as const)
        : ([0.95, 0.6, 0.68] as const)
      layStroke(frame, {
        x,
        y,
        toX: x + Math.cos(turn) * length,
        toY: y + Math.sin(turn) * length,
        from: length * 0.32,
        until: length * 0.08,
        red: tone[0],
        green: tone[1],
        blue: tone[2],
        cover: 0.92,
        bristle: 0,
      })
    }
  const glows = reading.has('with:glow') || (reading.has('mood:dreamy') && shot.stage !== 'space')
  if (glows)
    for (let spark = 0; spark < 90; spark++) {
      const x = random() * size
      const y = size * (0.25 + 0.75 * random())
      const radius = lerp(0.8, 3, random() ** 3) * scale
      const tone = pick(random, [palette.halo, palette.accent, palette.second])
      for (const [grow, cover] of [
        [3.4, 0.1],
        [1.8, 0.22],
        [0.7, 0.95],
      ] as const)
        layStroke(frame, {
          x,
          y,
          toX: x + 0.01,
          toY: y,
          from: radius * grow,
          until: radius * grow,
          red: tone[0] * 2.6,
          green: tone[1] * 2.6,
          blue: tone[2] * 2.6,
          cover,
          bristle: 0,
        })
    }
  const skyRows = Math.max(10, Math.min(size, shot.camera.horizon) - 10)
  const flies =
    reading.has('with:birds') ||
    ((shot.land === 'sea' || shot.land === 'beach' || shot.land === 'island') &&
      shot.stage === 'land' &&
      random() < 0.6)
  if (flies && !reading.has('no-with:birds')) {
    const cx = size * between(random, 0.2, 0.8)
    const cy = skyRows * between(random, 0.25, 0.6)
    for (let bird = 0; bird < 11; bird++) {
      const x = cx + between(random, -0.14, 0.14) * size
      const y = cy + between(random, -0.07, 0.07) * size
      const at = Math.floor(clamp(y, 0, size - 1)) * size + Math.floor(clamp(x, 0, size - 1))
      if ((frame.depth[at] as number) < SKY_DEPTH) continue
      const span = between(random, 3, 8) * scale
      const lift = between(random, 0.25, 0.7)
      for (const side of [-1, 1]) {
        layStroke(frame, {
          x,
          y,
          toX: x + side * span * 0.5,
          toY: y - span * lift,
          from: 0.8 * scale,
          until: 0.6 * scale,
          red: 0.03,
          green: 0.035,
          blue: 0.05,
          cover: 0.85,
          bristle: 0,
        })
        layStroke(frame, {
          x: x + side * span * 0.5,
          y: y - span * lift,
          toX: x + side * span,
          toY: y - span * lift * 0.7,
          from: 0.6 * scale,
          until: 0.25 * scale,
          red: 0.03,
          green: 0.035,
          blue: 0.05,
          cover: 0.85,
          bristle: 0,
        })
      }
    }
  }
  if (shot.stage === 'underwater')
    for (let bubble = 0; bubble < 50; bubble++) {
      const x = random() * size
      const y = random() * size
      const radius = lerp(0.8, 5, random() ** 3) * scale
      layStroke(frame, {
        x,
        y,
        toX: x + 0.01,
        toY: y,
        from: radius,
        until: radius,
        red: 0.6,
        green: 0.95,
        blue: 1,
        cover: 0.22,
        bristle: 0,
      })
      layStroke(frame, {
        x: x - radius * 0.3,
        y: y - radius * 0.35,
        toX: x - radius * 0.29,
        toY: y - radius * 0.35,
        from: radius * 0.3,
        until: radius * 0.3,
        red: 1.4,
        green: 1.5,
        blue: 1.5,
        cover: 0.7,
        bristle: 0,
      })
    }
}
