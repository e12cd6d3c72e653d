import type { Shot, Vector } from '../world/shot.ts'
import { FIRST_SOLID, type Frame } from './frame.ts'
import { BOUND, measure, type Solids, STRIDE, surface } from './solids.ts'

const TILE = 16
const BLOCK = 4
const MOST_STEPS = 56

/** The area of a picture that a part covers: a stick between two places, with a radius at either end. */
type Cover = readonly [x: number, y: number, toX: number, toY: number, radius: number]

/** Sorts the parts by the tiles of a picture where they may be seen, so that a ray tests only those. */
function sortIntoTiles(solids: Solids, width: number, coverOf: (part: number) => Cover | null) {
  const across = Math.ceil(width / TILE)
  const tiles: number[][] = Array.from({ length: across * across }, () => [])
  for (let part = 0; part < solids.count; part++) {
    const cover = coverOf(part)
    if (!cover) continue
    const [x, y, toX, toY, radius] = cover
    const reach = radius + TILE * 0.71
    const square = (toX - x) ** 2 + (toY - y) ** 2 + 1e-6
    const first = (a: number, b: number) => Math.max(0, Math.floor((Math.min(a, b) - radius) / TILE))
    const last = (a: number, b: number) => Math.min(across - 1, Math.floor((Math.max(a, b) + radius) / TILE))
    for (let row = first(y, toY); row <= last(y, toY); row++)
      for (let column = first(x, toX); column <= last(x, toX); column++) {
        const px = (column + 0.5) * TILE - x
        const py = (row + 0.5) * TILE - y
        const share = Math.max(0, Math.min(1, (px * (toX - x) + py * (toY - y)) / square))
        if (Math.hypot(px - (toX - x) * share, py - (toY - y) * share) <= reach)
          tiles[row * across + column]?.push(part)
      }
  }
  return { across, tiles: tiles.map((parts) => Int32Array.from(parts)) }
}

/** Paints all bodies into the frame by ray marching (sphere tracing, Hart 1996), tile by tile. */
export function paintSolids(frame: Frame, shot: Shot, solids: Solids): void {
  const { size, depth } = frame
  const { camera } = shot
  const { table } = solids
  const { across, tiles } = sortIntoTiles(solids, size, (part) => {
    const own = part * STRIDE
    const at = own + BOUND
    const around = (table[at + 3] as number) * 1.04 + (table[own + 1] as number)
    const far = (table[at + 2] as number) - camera.z
    if (far + around < 0.2) return null
    if (far - around < 0.2) return [size / 2, size / 2, size / 2, size / 2, size * 2]
    const onScreen = (x: number, y: number, z: number) =>
      [
        camera.middle + (camera.focal * (x - camera.x)) / (z - camera.z),
        camera.horizon - (camera.focal * (y - camera.y)) / (z - camera.z),
      ] as const
    if (table[own] === 1) {
      const n = (index: number) => table[own + index] as number
      const [x, y] = onScreen(n(2), n(3), n(4))
      const [toX, toY] = onScreen(n(5), n(6), n(7))
      const thick = Math.max(n(8), n(9)) * 1.05 + n(1)
      const nearest = Math.min(n(4), n(7)) - camera.z
      return [x, y, toX, toY, (camera.focal * thick * 1.3) / Math.max(0.2, nearest - thick) + 2]
    }
    const [x, y] = onScreen(table[at] as number, table[at + 1] as number, table[at + 2] as number)
    return [x, y, x, y, ((camera.focal * around) / (far - around)) * 1.25 + 2]
  })
  for (const [index, list] of tiles.entries()) {
    if (list.length === 0) continue
    let nearest = 1e9
    let farthest = 0
    for (const part of list) {
      const at = part * STRIDE + BOUND
      const center = Math.hypot(
        (table[at] as number) - camera.x,
        (table[at + 1] as number) - camera.y,
        (table[at + 2] as number) - camera.z,
      )
      nearest = Math.min(nearest, center - (table[at + 3] as number) * 1.1 - 0.02)
      farthest = Math.max(farthest, center + (table[at + 3] as number) * 1.1 + 0.02)
    }
    const firstRow = Math.floor(index / across) * TILE
    const firstColumn = (index % across) * TILE
    // A cone through each block of 4 by 4 pixels runs ahead of its rays as long as nothing can be within it.
    for (let block = 0; block < (TILE / BLOCK) ** 2; block++) {
      const blockColumn = firstColumn + (block % (TILE / BLOCK)) * BLOCK
      const blockRow = firstRow + Math.floor(block / (TILE / BLOCK)) * BLOCK
      const cx = (blockColumn + BLOCK / 2 - camera.middle) / camera.focal
      const cy = (camera.horizon - blockRow - BLOCK / 2) / camera.focal
      const ahead = Math.sqrt(cx * cx + cy * cy + 1)
      const spread = (BLOCK * 0.75) / camera.focal
      let start = Math.max(0.15, nearest)
      for (let step = 0; step < MOST_STEPS && start < farthest; step++) {
        const distance = measure(
          solids,
          list,
          list.length,
          camera.x + (cx / ahead) * start,
          camera.y + (cy / ahead) * start,
          camera.z + start / ahead,
          false,
        )
        if (distance < spread * start * 1.15) break
        start += (distance - spread * start) * 0.9
      }
      if (start >= farthest) continue
      for (let inner = 0; inner < BLOCK * BLOCK; inner++) {
        const column = blockColumn + (inner % BLOCK)
        const row = blockRow + Math.floor(inner / BLOCK)
        if (column >= size || row >= size) continue
        const dx = (column + 0.5 - camera.middle) / camera.focal
        const dy = (camera.horizon - row - 0.5) / camera.focal
        const length = Math.sqrt(dx * dx + dy * dy + 1)
        const at = row * size + column
        const limit = Math.min(farthest, (depth[at] as number) * length)
        let t = start
        for (let step = 0; step < MOST_STEPS && t < limit; step++) {
          const distance = measure(
            solids,
            list,
            list.length,
            camera.x + (dx / length) * t,
            camera.y + (dy / length) * t,
            camera.z + t / length,
            false,
          )
          if (distance < 0.0008 * t) {
            showHit(frame, shot, solids, list, at, dx / length, dy / length, 1 / length, t)
            break
          }
          t += distance * 0.95
        }
      }
    }
  }
}

function showHit(
  frame: Frame,
  shot: Shot,
  solids: Solids,
  list: Int32Array,
  at: number,
  dx: number,
  dy: number,
  dz: number,
  t: number,
): void {
  const { camera, noise } = shot
  const x = camera.x + dx * t
  const y = camera.y + dy * t
  const z = camera.z + dz * t
  const e = 0.0009 * t + 0.0004
  const here = measure(solids, list, list.length, x, y, z, true)
  let nx = measure(solids, list, list.length, x + e, y, z, false) - here
  let ny = measure(solids, list, list.length, x, y + e, z, false) - here
  let nz = measure(solids, list, list.length, x, y, z + e, false) - here
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
  nx /= length
  ny /= length
  nz /= length
  let { red, green, blue, gloss, glow } = surface
  const own = surface.part * STRIDE
  const size = Math.max(0.05, solids.table[own + BOUND + 3] as number)
  const px = (x - (solids.table[own + BOUND] as number)) / size
  const py = (y - (solids.table[own + BOUND + 1] as number)) / size
  const pz = (z - (solids.table[own + BOUND + 2] as number)) / size
  let tint = 1
  if (surface.pattern === 1)
    tint = noise.gradient(px * 5 + 0.6 * noise.gradient(py * 3, pz * 3), py * 1.2 + pz) > 0.12 ? 0.16 : 1
  else if (surface.pattern === 2) tint = noise.cells(px * 3.2 + pz, py * 3.2 - pz) < 0.33 ? 0.3 : 1
  else if (surface.pattern === 3) {
    const grain = noise.gradient(px * 2.2 + 0.4 * noise.gradient(px * 3, pz * 9), pz * 26 + py * 26)
    tint = 0.82 + 0.3 * grain
  } else if (surface.pattern === 4) {
    const local = solids.table
    const qx = (local[own + 12] as number) * px + (local[own + 14] as number) * pz
    const qz = (local[own + 18] as number) * px + (local[own + 20] as number) * pz
    const u = (Math.abs(nx) > Math.abs(nz) ? qz : qx) * 11
    const v = py * 11
    const inside = Math.abs(u - Math.round(u)) < 0.3 && Math.abs(v - Math.round(v)) < 0.32 && Math.abs(ny) < 0.5
    if (inside) {
      const isOn = noise.atCell(Math.round(u) + 7, Math.round(v)) > 0.45
      tint = isOn ? 1.5 : 0.25
      glow = isOn ? glow : 0
      gloss = 0.8
    } else glow = 0
  } else if (surface.pattern === 5) {
    const course = Math.floor(py * 22)
    const along = (Math.abs(nx) > Math.abs(nz) ? pz : px) * 9 + (course % 2) * 0.5
    tint =
      py * 22 - course < 0.1 || along - Math.floor(along) < 0.06
        ? 0.7
        : 0.88 + 0.24 * noise.atCell(Math.floor(along), course)
  } else if (surface.pattern === 6) {
    const tuft = noise.gradient(px * 34 + pz * 21, py * 13 - pz * 7)
    const finer = noise.gradient(px * 70 - pz * 30, py * 28 + pz * 30)
    tint = 0.96 + 0.17 * tuft + 0.1 * finer
    // Flat tones need a smooth surface.
    const bump = shot.traits.shading.steps > 0 ? 0 : 0.16
    nx += tuft * bump
    ny += finer * bump
    gloss *= 0.15
  }
  if (surface.pattern < 4 || surface.pattern === 6) tint *= 1 + 0.05 * noise.gradient(px * 9 + pz * 4, py * 9 - pz * 3)
  // The distance to the next surface along the normal tells how open the place is.
  const room = measure(
    solids,
    list,
    list.length,
    x + nx * size * 0.22,
    y + ny * size * 0.22,
    z + nz * size * 0.22,
    false,
  )
  frame.red[at] = red * tint
  frame.green[at] = green * tint
  frame.blue[at] = blue * tint
  frame.depth[at] = t * dz
  frame.normalX[at] = nx
  frame.normalY[at] = ny
  frame.normalZ[at] = nz
  frame.thing[at] = FIRST_SOLID + (surface.owner % 200)
  frame.gloss[at] = gloss
  frame.glow[at] = glow
  frame.lit[at] = 1
  frame.open[at] = Math.max(0.3, Math.min(1, 0.25 + (room / (size * 0.22)) * 0.78))
}

/** Side of the map of depths as seen from the light. A small picture shows no more of it than this for each pixel. */
const LARGEST_MAP = 224
const MAP_PER_PIXEL = 2.4

/**
 * Casts the shadows of the bodies on each other and on the ground, from their depths as seen from the light, with soft
 * edges.
 */
export function castShadows(frame: Frame, shot: Shot, solids: Solids): void {
  if (solids.count === 0) return
  const { table } = solids
  const side = Math.min(LARGEST_MAP, Math.ceil(frame.size * MAP_PER_PIXEL))
  const { camera, key } = shot
  const right = axisAcross(key)
  const up = {
    x: key.y * right.z - key.z * right.y,
    y: key.z * right.x - key.x * right.z,
    z: key.x * right.y - key.y * right.x,
  }
  const along = (axis: Vector, x: number, y: number, z: number) => axis.x * x + axis.y * y + axis.z * z
  let [left, far, low, high, front] = [1e9, -1e9, 1e9, -1e9, -1e9]
  for (let part = 0; part < solids.count; part++) {
    const at = part * STRIDE + BOUND
    const [x, y, z, radius] = [table[at], table[at + 1], table[at + 2], table[at + 3]] as [
      number,
      number,
      number,
      number,
    ]
    left = Math.min(left, along(right, x, y, z) - radius)
    far = Math.max(far, along(right, x, y, z) + radius)
    low = Math.min(low, along(up, x, y, z) - radius)
    high = Math.max(high, along(up, x, y, z) + radius)
    front = Math.max(front, along(key, x, y, z) + radius)
  }
  const cell = Math.max(far - left, high - low) / (side - 4)
  const depths = new Float32Array(side * side).fill(1e9)
  const { across, tiles } = sortIntoTiles(solids, side, (part) => {
    const at = part * STRIDE + BOUND
    const [x, y, z, radius] = [table[at], table[at + 1], table[at + 2], table[at + 3]] as [
      number,
      number,
      number,
      number,
    ]
    const u = (along(right, x, y, z) - left) / cell + 2
    const v = (along(up, x, y, z) - low) / cell + 2
    return [u, v, u, v, radius / cell + 2]
  })
  for (const [index, list] of tiles.entries()) {
    if (list.length === 0) continue
    for (let inner = 0; inner < TILE * TILE; inner++) {
      const column = (index % across) * TILE + (inner % TILE)
      const row = Math.floor(index / across) * TILE + Math.floor(inner / TILE)
      if (column >= side || row >= side) continue
      const u = left + (column - 1.5) * cell
      const v = low + (row - 1.5) * cell
      let t = 0
      const longest = (far - left + high - low) * 1.5
      for (let step = 0; step < 40 && t < longest; step++) {
        const depth = front - t
        const distance = measure(
          solids,
          list,
          list.length,
          right.x * u + up.x * v + key.x * depth,
          right.y * u + up.y * v + key.y * depth,
          right.z * u + up.z * v + key.z * depth,
          false,
        )
        if (distance < cell * 0.2) {
          depths[row * side + column] = t + cell * 0.3
          break
        }
        t += distance
      }
    }
  }
  const { size, depth, lit } = frame
  for (let at = 0; at < size * size; at++) {
    const z0 = depth[at] as number
    if (z0 > 4000) continue
    const column = at % size
    const row = (at - column) / size
    const x = camera.x + ((column + 0.5 - camera.middle) / camera.focal) * z0
    const y = camera.y + ((camera.horizon - row - 0.5) / camera.focal) * z0
    const z = camera.z + z0
    const u = (along(right, x, y, z) - left) / cell + 2
    const v = (along(up, x, y, z) - low) / cell + 2
    if (u < 3 || v < 3 || u > side - 4 || v > side - 4) continue
    const t = front - along(key, x, y, z) - cell * 3
    let shaded = 0
    const spread = 1.2
    for (let tap = 0; tap < 9; tap++) {
      const tapU = Math.round(u + ((tap % 3) - 1) * spread)
      const tapV = Math.round(v + (Math.floor(tap / 3) - 1) * spread)
      const gap = t - (depths[tapV * side + tapU] as number)
      if (gap > 0) shaded += Math.min(1, gap / (cell * 2))
    }
    lit[at] = (lit[at] as number) * (1 - shaded / 9)
  }
}

const axisAcross = ({ x, z }: Vector): Vector => {
  const length = Math.hypot(x, z) || 1
  return { x: z / length, y: 0, z: -x / length }
}
