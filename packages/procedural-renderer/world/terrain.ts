import { type Frame, THING } from '../canvas/frame.ts'
import { smooth } from '../canvas/noise.ts'
import type { Relief } from './relief.ts'
import type { Shot } from './shot.ts'

const NEAREST = 1.1
const FARTHEST = 6500
const STEPS = 430

/**
 * Paints land as columns of height ("voxel space", after Comanche, 1992). It walks each column of the picture once from
 * near to far, and what projects above everything before it is visible. The same walk gives the ground's slope, the
 * shadow that the land casts along a row, and how open a place is.
 * @returns height of the ground under the camera
 */
export function paintTerrain(frame: Frame, shot: Shot, relief: Relief): void {
  const { size, depth, thing, normalX, normalY, normalZ, lit, open } = frame
  const { camera, key } = shot
  const ratio = (FARTHEST / NEAREST) ** (1 / STEPS)
  const heights = new Float32Array(size)
  const before = new Float32Array(size)
  const wide = new Float32Array(size)
  const shadow = new Float32Array(size)
  const rowBefore = new Float32Array(size)
  const top = new Float32Array(size).fill(size)
  const rise = Math.max(0.12, key.y / Math.max(0.2, Math.hypot(key.x, key.z)))
  let distance = NEAREST
  for (let step = 0; step <= STEPS; step++) {
    const gap = distance / camera.focal
    const stride = distance * (ratio - 1)
    const z = camera.z + distance
    for (let column = 0; column < size; column++) {
      const x = camera.x + (column + 0.5 - camera.middle) * gap
      let height = relief.heightAt(x, z, distance)
      if (relief.wooded > 0 && distance > 110 && height > relief.water + 0.8)
        height += treeAt(shot, relief, x, z, height)
      heights[column] = height
    }
    // A running mean over about 40 meters tells hollows from ridges.
    const reach = Math.max(2, Math.min(60, Math.round(20 / gap)))
    let sum = 0
    for (let column = -reach; column < size; column++) {
      sum += heights[Math.min(size - 1, column + reach)] as number
      sum -= column - reach - 1 >= -reach ? (heights[Math.max(0, column - reach - 1)] as number) : 0
      if (column >= 0) wide[column] = sum / (2 * reach + 1)
    }
    const fromLeft = key.x < 0
    let line = -1e9
    for (let index = 0; index < size; index++) {
      const column = fromLeft ? index : size - 1 - index
      line = Math.max(line - rise * gap, heights[column] as number)
      shadow[column] = line - (heights[column] as number)
    }
    for (let column = 0; column < size; column++) {
      const height = heights[column] as number
      const isWater = height < relief.water
      const shown = isWater ? relief.water : height
      const row = camera.horizon + ((camera.y - shown) * camera.focal) / distance
      const last = top[column] as number
      if (row < last) {
        const from = Math.max(0, Math.ceil(row - 0.5))
        const to = Math.min(size - 1, Math.ceil(last - 0.5) - 1)
        const slopeX =
          ((heights[Math.min(size - 1, column + 1)] as number) - (heights[Math.max(0, column - 1)] as number)) /
          (2 * gap)
        const slopeZ = step === 0 ? 0 : (height - (before[column] as number)) / stride
        const length = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ + 1)
        const isLit = 1 - smooth(0.2, 2 + distance * 0.012, shadow[column] as number)
        const openness = Math.max(
          0.35,
          Math.min(1.15, 0.85 + (height - (wide[column] as number)) / (8 + distance * 0.03)),
        )
        const previous = rowBefore[column] as number
        for (let y = from; y <= to; y++) {
          const share = step === 0 || previous <= row ? 0 : Math.min(1, (y + 0.5 - row) / (previous - row))
          const at = y * size + column
          depth[at] = distance - stride * share
          thing[at] = isWater ? THING.water : THING.ground
          normalX[at] = isWater ? 0 : -slopeX / length
          normalY[at] = isWater ? 1 : 1 / length
          normalZ[at] = isWater ? 0 : -slopeZ / length
          lit[at] = isLit
          open[at] = openness
        }
        top[column] = row
      }
      rowBefore[column] = row
      before[column] = height
    }
    distance *= ratio
  }
}

/** Returns the height of a distant forest: cones at jittered places of a grid. */
function treeAt(shot: Shot, relief: Relief, x: number, z: number, height: number): number {
  const { noise } = shot
  if (height > 330) return 0
  const share = relief.wooded * (1 - smooth(180, 330, height))
  const grove = 0.5 + 0.9 * noise.gradient(x / 95, z / 95)
  if (grove < 1 - share * 1.6) return 0
  const column = Math.floor(x / 7)
  const row = Math.floor(z / 7)
  const tall = noise.atCell(column, row)
  if (tall > share) return 0
  const dx = x / 7 - column - 0.3 - 0.4 * noise.atCell(column + 31, row)
  const dz = z / 7 - row - 0.3 - 0.4 * noise.atCell(column, row + 31)
  const r = Math.sqrt(dx * dx + dz * dz)
  return r > 0.45 ? 0 : (8 + 9 * noise.atCell(column + 11, row + 5)) * (1 - r / 0.45)
}
