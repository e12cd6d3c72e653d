import { type Color, hex, lch, varied } from '../canvas/color.ts'
import { type Frame, SKY_DEPTH, THING } from '../canvas/frame.ts'
import { clamp, lerp, smooth } from '../canvas/noise.ts'
import { between, pick } from '../canvas/random.ts'
import type { Shot } from './shot.ts'

type Block = {
  from: number
  to: number
  plane: number
  tall: number
  wall: Color
  signAt: number
  signLow: number
  signHigh: number
  sign: Color
  shop: Color
  lights: number
  pane: number
}

const WALLS = ['#8a8078', '#a08a78', '#6d7078', '#7a6a62', '#b0a090', '#5c6470', '#9a7a68']

function rowOf(shot: Shot, name: string, isNeon: boolean): Block[] {
  const random = shot.chanceOf(name)
  const { accent, second } = shot.palette
  const neon = [accent, second, lch(0.72, 0.22, 330), lch(0.75, 0.18, 200), lch(0.74, 0.2, 45), lch(0.78, 0.2, 145)]
  const blocks: Block[] = []
  for (let from = 3; from < 560; ) {
    const deep = between(random, 9, 21)
    const low = between(random, 4, 6)
    blocks.push({
      from,
      to: from + deep,
      plane: between(random, 8.2, 10.4),
      tall: between(random, 14, 30) + 40 * random() ** 3 + from * 0.06,
      wall: varied(hex(pick(random, WALLS)), { lightness: between(random, 0.8, 1.1) }),
      signAt: random() < (isNeon ? 0.95 : 0.35) ? from + between(random, 0.5, deep * 0.7) : -1,
      signLow: low,
      signHigh: low + between(random, 3, 11),
      sign: pick(random, neon),
      shop: pick(random, isNeon ? neon : [hex('#ffd9a0'), hex('#ffe6c0'), hex('#cfe6ff')]),
      lights: between(random, 0.1, 0.38),
      pane: between(random, 1.7, 2.6),
    })
    from += deep + (random() < 0.18 ? 5 : 0)
  }
  return blocks
}

/** Paints a street between two rows of houses. Each house is a box; a ray is tried against house after house. */
export function paintStreet(frame: Frame, shot: Shot): void {
  const { size } = frame
  const { camera, time, reading } = shot
  const isDark = time === 'night' || time === 'dusk'
  const isNeon = reading.has('with:neon') || reading.has('mood:future')
  const rows = [rowOf(shot, 'left', isNeon), rowOf(shot, 'right', isNeon)] as const
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const dx = (x + 0.5 - camera.middle) / camera.focal
      const dy = (camera.horizon - y - 0.5) / camera.focal
      const ground = dy < 0 ? -camera.y / dy : 1e9
      const side = dx < 0 ? -1 : 1
      const at = y * size + x
      const blocks = rows[dx < 0 ? 0 : 1]
      let hit = false
      for (const block of blocks) {
        if (block.from > ground) break
        if (block.signAt > 0 && block.signAt < ground) {
          const sx = Math.abs(dx * block.signAt)
          const sy = camera.y + dy * block.signAt
          if (
            sx < block.plane - 0.2 &&
            sx > block.plane - 2.3 &&
            sy > block.signLow &&
            sy < block.signHigh &&
            block.signAt >= block.from
          ) {
            paintSign(frame, at, block, (sx - block.plane + 2.3) / 2.1, sy, shot, isDark)
            hit = true
            break
          }
        }
        const atFront = Math.abs(dx) * block.from
        const yFront = camera.y + dy * block.from
        if (atFront > block.plane && yFront < block.tall) {
          paintWall(frame, at, shot, block, { u: atFront, v: yFront, far: block.from, nx: 0, nz: -1 }, isDark)
          hit = true
          break
        }
        const far = block.plane / Math.max(1e-6, Math.abs(dx))
        const height = camera.y + dy * far
        if (far > block.from && far < block.to && height < block.tall && far < ground) {
          paintWall(frame, at, shot, block, { u: far, v: height, far, nx: -side, nz: 0 }, isDark)
          hit = true
          break
        }
      }
      if (!hit && ground < 700) paintRoad(frame, at, shot, dx * ground, ground)
    }
}

function paintSign(
  frame: Frame,
  at: number,
  block: Block,
  u: number,
  height: number,
  shot: Shot,
  isDark: boolean,
): void {
  const v = height - block.signLow
  const cell = Math.floor(v / 1.9)
  const inside = v / 1.9 - cell
  // Strokes that look like writing but say nothing.
  const column = Math.floor(u * 5)
  const row = Math.floor(inside * 6)
  const isStroke =
    u > 0.14 &&
    u < 0.86 &&
    inside > 0.14 &&
    inside < 0.88 &&
    shot.noise.atCell(column + cell * 7 + Math.floor(block.from), row) > 0.46
  const isRim = u < 0.07 || u > 0.93 || v < 0.12 || block.signHigh - height < 0.12
  const bright = isStroke || isRim
  put(
    frame,
    at,
    bright
      ? [block.sign[0] + 0.2, block.sign[1] + 0.2, block.sign[2] + 0.2]
      : [block.sign[0] * 0.16, block.sign[1] * 0.16, block.sign[2] * 0.16],
    block.signAt,
    0,
    -1,
    30 + (Math.floor(block.from) % 20),
  )
  frame.glow[at] = isDark ? (bright ? 3.4 : 1.3) : 0.5
}

function paintWall(
  frame: Frame,
  at: number,
  shot: Shot,
  block: Block,
  place: { u: number; v: number; far: number; nx: number; nz: number },
  isDark: boolean,
): void {
  const { noise } = shot
  const { u, v, far, nx, nz } = place
  const column = Math.floor(u / block.pane)
  const row = Math.floor(v / 3.1)
  const inU = u / block.pane - column
  const inV = v / 3.1 - row
  const chance = noise.atCell(column + Math.floor(block.from) * 3, row + 40)
  const isShop = v < 3.6
  const bay = u / 4.6 - Math.floor(u / 4.6)
  const isAwning = isShop && v > 2.7 && v < 3.4 && bay > 0.04 && bay < 0.96
  const isWindow = isShop
    ? bay > 0.1 && bay < 0.9 && v > 0.55 && v < 2.7
    : inU > 0.24 && inU < 0.78 && inV > 0.22 && inV < 0.8
  const dirt = 0.86 + 0.25 * noise.fbm(u / 2.3, v / 3.7, 3)
  put(
    frame,
    at,
    [block.wall[0] * dirt, block.wall[1] * dirt, block.wall[2] * dirt],
    far,
    nx,
    nz,
    20 + (Math.floor(block.from) % 9),
  )
  frame.open[at] = 0.55 + 0.45 * smooth(0, 16, v)
  if (!isShop && (inV < 0.06 || inV > 0.95))
    for (const plane of [frame.red, frame.green, frame.blue]) plane[at] = (plane[at] as number) * 0.7
  if (isAwning) {
    const stripe = Math.floor(u * 2.4) % 2 === 0 ? 1 : 0.45
    const tone = noise.atCell(Math.floor(u / 4.6), 77) < 0.5 ? block.sign : block.shop
    put(
      frame,
      at,
      [tone[0] * stripe * 0.6, tone[1] * stripe * 0.6, tone[2] * stripe * 0.6],
      far,
      nx,
      nz,
      20 + (Math.floor(block.from) % 9),
    )
    frame.glow[at] = isDark ? 0.35 : 0
    return
  }
  if (!isWindow) return
  const isOn = isShop ? noise.atCell(Math.floor(u / 4.6) + Math.floor(block.from), 5) > 0.3 : chance < block.lights
  const inner = isShop
    ? (0.5 + 0.35 * (v / 2.7) + 0.5 * Math.max(0, noise.gradient(u * 1.3, 4.4))) *
      (noise.gradient(u * 3.4, v * 0.5) > 0.2 && v < 1.7 ? 0.35 : 1)
    : 0.8 + 0.4 * inV
  if (isDark && isOn) {
    const tone: Color = isShop
      ? block.shop
      : chance < block.lights * 0.18
        ? block.sign
        : chance < block.lights * 0.75
          ? [1, 0.68, 0.32]
          : [0.72, 0.86, 1]
    put(frame, at, [tone[0] * inner, tone[1] * inner, tone[2] * inner], far, nx, nz, 20 + (Math.floor(block.from) % 9))
    frame.glow[at] = isShop ? 1.5 : 1.25
  } else {
    const { middle } = shot.palette
    put(
      frame,
      at,
      [middle[0] * 0.3 * inner, middle[1] * 0.32 * inner, middle[2] * 0.36 * inner],
      far,
      nx,
      nz,
      20 + (Math.floor(block.from) % 9),
    )
    frame.gloss[at] = 1.2
  }
}

function paintRoad(frame: Frame, at: number, shot: Shot, x: number, far: number): void {
  const { noise, air } = shot
  const isWalk = Math.abs(x) > 5.6
  const grain = 0.85 + 0.3 * noise.fbm(x * 1.1, far * 0.6, 3)
  let tone: Color = isWalk ? [0.2 * grain, 0.195 * grain, 0.19 * grain] : [0.075 * grain, 0.077 * grain, 0.083 * grain]
  if (isWalk && (Math.abs(x / 1.2 - Math.round(x / 1.2)) < 0.02 || Math.abs(far / 1.2 - Math.round(far / 1.2)) < 0.02))
    tone = [0.1, 0.1, 0.1]
  if (Math.abs(Math.abs(x) - 5.6) < 0.14) tone = [0.32, 0.32, 0.32]
  const dash = far / 6 - Math.floor(far / 6)
  if (Math.abs(x) < 0.09 && dash < 0.5) tone = [0.75, 0.72, 0.6]
  const stripe = x / 1.1 - Math.floor(x / 1.1)
  if (!isWalk && far > 12 && far < 15 && stripe < 0.55) tone = [0.6 * grain, 0.6 * grain, 0.58 * grain]
  put(frame, at, tone, far, 0, 0, THING.ground)
  frame.normalY[at] = 1
  frame.gloss[at] = air.rain > 0 ? 0 : 0.1
}

function put(frame: Frame, at: number, color: Color, far: number, nx: number, nz: number, thing: number): void {
  frame.red[at] = color[0]
  frame.green[at] = color[1]
  frame.blue[at] = color[2]
  frame.depth[at] = far
  frame.normalX[at] = nx
  frame.normalY[at] = 0
  frame.normalZ[at] = nz
  frame.thing[at] = thing
}

const CELL = 34
const FARTHEST_CELLS = 95

/** Paints a town of towers on a grid, over water or from above. Rays walk its cells (Amanatides and Woo). */
export function paintSkyline(frame: Frame, shot: Shot): void {
  const { size } = frame
  const { camera, noise } = shot
  const isDark = shot.time === 'night' || shot.time === 'dusk'
  const random = shot.chanceOf('skyline')
  const isShore = camera.y < 30
  const first = isShore ? 330 : 60
  const peak = between(random, -160, 160)
  const seedX = Math.floor(random() * 200)
  const tallOf = (i: number, j: number) => {
    const z = j * CELL
    if (z < first) return 0
    const chance = noise.atCell(i + seedX, j)
    const middle = Math.exp(-(((i * CELL - peak) / 330) ** 2)) * Math.exp(-(((z - 800) / 700) ** 2))
    return 14 + 34 * chance + middle * 250 * chance ** 2.2
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const dx = (x + 0.5 - camera.middle) / camera.focal
      const dy = (camera.horizon - y - 0.5) / camera.focal
      const at = y * size + x
      const ground = dy < 0 ? -camera.y / dy : 1e9
      let i = 0
      let j = 0
      let far = 0
      const stepI = dx < 0 ? -1 : 1
      let nextI = (stepI > 0 ? CELL : 0) / Math.max(1e-9, Math.abs(dx))
      let nextJ = CELL
      const gapI = CELL / Math.max(1e-9, Math.abs(dx))
      let faceX = 0
      for (let step = 0; step < FARTHEST_CELLS && far < ground; step++) {
        if (nextI < nextJ) {
          far = nextI
          nextI += gapI
          i += stepI
          faceX = -stepI
        } else {
          far = nextJ
          nextJ += CELL
          j++
          faceX = 0
        }
        const height = camera.y + dy * far
        const tall = tallOf(i, j)
        if (height >= tall || far >= ground || height < 0) continue
        paintTower(frame, at, shot, { i, j, u: faceX === 0 ? dx * far : far, v: height, tall, far, faceX }, isDark)
        break
      }
      if ((frame.depth[at] as number) >= SKY_DEPTH && ground < 4000) {
        const isWater = isShore && ground < first
        put(frame, at, [0.05, 0.052, 0.06], ground, 0, 0, isWater ? THING.water : THING.ground)
        frame.normalY[at] = 1
        if (!isWater && isDark) {
          // Streets between the blocks are strings of light.
          const gx = (dx * ground) / CELL - Math.round((dx * ground) / CELL)
          const gz = ground / CELL - Math.round(ground / CELL)
          const street = smooth(0.16, 0.02, Math.min(Math.abs(gx), Math.abs(gz)))
          frame.red[at] = 0.05 + street
          frame.green[at] = 0.05 + street * 0.6
          frame.blue[at] = 0.05 + street * 0.25
          frame.glow[at] = street * 1.6
        }
      }
    }
}

function paintTower(
  frame: Frame,
  at: number,
  shot: Shot,
  place: { i: number; j: number; u: number; v: number; tall: number; far: number; faceX: number },
  isDark: boolean,
): void {
  const { noise, palette } = shot
  const { i, j, u, v, tall, far, faceX } = place
  const kind = noise.atCell(i + 5, j + 9)
  const wide = kind < 0.35 ? 1.7 : kind < 0.7 ? 2.4 : 3.3
  const column = Math.floor(u / wide)
  const row = Math.floor(v / 3.4)
  const chance = noise.atCell(column + i * 13, row + j * 7)
  const blur = smooth(900, 2200, far)
  const inU = u / wide - column
  const inV = v / 3.4 - row
  const isPane = inU > 0.16 && inU < 0.84 && inV > 0.25
  const tone: Color = kind < 0.35 ? [0.16, 0.19, 0.24] : kind < 0.7 ? [0.3, 0.26, 0.23] : [0.36, 0.35, 0.34]
  const edge = clamp(v / tall)
  put(
    frame,
    at,
    [tone[0] * (0.7 + 0.4 * edge), tone[1] * (0.7 + 0.4 * edge), tone[2] * (0.7 + 0.4 * edge)],
    far,
    faceX,
    faceX === 0 ? -1 : 0,
    24 + ((i * 7 + j * 3) & 31),
  )
  frame.open[at] = 0.5 + 0.5 * edge
  if (!isPane && blur < 0.5) return
  const busy = 0.08 + 0.26 * noise.atCell(i + 41, j + 3)
  if (isDark && chance < busy) {
    const lamp: Color = chance < 0.015 ? palette.accent : chance < busy * 0.7 ? [1, 0.7, 0.36] : [0.7, 0.85, 1]
    const share = lerp(1, 0.45, blur)
    frame.red[at] = lamp[0]
    frame.green[at] = lamp[1]
    frame.blue[at] = lamp[2]
    frame.glow[at] = 1.7 * share
  } else if (!isDark) {
    frame.red[at] = palette.middle[0] * (0.25 + 0.2 * chance)
    frame.green[at] = palette.middle[1] * (0.25 + 0.2 * chance)
    frame.blue[at] = palette.middle[2] * (0.28 + 0.2 * chance)
    frame.gloss[at] = 1.3
  }
}

/**
 * Paints wet ground: it smears what is above it downward, broken by puddles. It runs after the lighting, because it
 * mirrors the light.
 */
export function wetGround(frame: Frame, shot: Shot): void {
  const { size, red, green, blue, depth, thing } = frame
  const { camera, noise } = shot
  const wet = shot.air.rain > 0 ? 1 : shot.time === 'night' ? 0.45 : 0
  if (wet === 0) return
  const from = Math.max(0, Math.ceil(camera.horizon))
  const smear = [0.8, 1, 1.22, 1.5]
  for (let y = from; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = y * size + x
      if (thing[at] !== THING.ground) continue
      const far = depth[at] as number
      const wx = ((x - camera.middle) / camera.focal) * far
      const below = y - camera.horizon
      const puddle = smooth(-0.15, 0.3, noise.fbm(wx / 2.6, far / 4.5, 3))
      const ripple = noise.gradient(wx * 2.4, far * 1.3) * 3.5 + noise.gradient(wx * 7, far * 4) * 1.6
      let r = 0
      let g = 0
      let b = 0
      for (const stretch of smear) {
        const row = clamp(Math.round(camera.horizon - below * stretch * 0.92 + ripple), 0, size - 1)
        const column = clamp(Math.round(x + ripple * 0.9 * (1 - puddle * 0.6)), 0, size - 1)
        const source = row * size + column
        r += red[source] as number
        g += green[source] as number
        b += blue[source] as number
      }
      const share = (0.1 + 0.24 * puddle + 0.14 * smooth(0.35, 0.02, below / camera.focal)) * wet
      red[at] = (red[at] as number) * (1 - share * 0.7) + (r / 4) * share
      green[at] = (green[at] as number) * (1 - share * 0.7) + (g / 4) * share
      blue[at] = (blue[at] as number) * (1 - share * 0.7) + (b / 4) * share
    }
}
