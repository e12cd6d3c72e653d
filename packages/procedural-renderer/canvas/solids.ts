import { boundOf, type Part } from '../figure/parts.ts'

/** Numbers per part in a flat table, which is faster than objects. */
export const STRIDE = 32
const SHAPES: Part['shape'][] = ['ball', 'limb', 'box', 'tube', 'cone', 'ring', 'bowl', 'sheet']

/**
 * Bodies as a signed distance function, which gives the distance from a place to the nearest surface. Parts of one body
 * (`owner`) melt into each other (polynomial smooth minimum, Inigo Quilez).
 */
export type Solids = { table: Float32Array; count: number; bodies: number }

export function createSolids(bodies: readonly (readonly Part[])[]): Solids {
  const parts = bodies.flatMap((body, owner) =>
    // Melting parts come first, so that hard parts, such as eyes, stay separate.
    [...body].sort((a, b) => Number(b.melt > 0) - Number(a.melt > 0)).map((part) => ({ part, owner })),
  )
  const table = new Float32Array(parts.length * STRIDE)
  for (const [index, { part, owner }] of parts.entries()) {
    const bound = boundOf(part)
    table.set(
      [
        SHAPES.indexOf(part.shape),
        part.melt,
        ...part.at,
        ...part.to,
        ...part.size,
        part.round,
        ...part.turn,
        ...part.color,
        part.gloss,
        part.glow,
        part.pattern,
        owner,
        ...bound.at,
        bound.radius,
      ],
      index * STRIDE,
    )
  }
  return { table, count: parts.length, bodies: bodies.length }
}
const COLOR = 21
export const BOUND = 28

/** Surface that the last call of `measure` with `isSurface` found. */
export const surface = { red: 0, green: 0, blue: 0, gloss: 0, glow: 0, pattern: 0, owner: 0, part: 0 }

/**
 * Measures the distance to the nearest surface.
 * @param list the parts to test, the first `length` of it
 * @param isSurface also writes the surface's properties into `surface`
 * @returns meters to the nearest surface, negative inside it
 */
export function measure(
  solids: Solids,
  list: Int32Array,
  length: number,
  x: number,
  y: number,
  z: number,
  isSurface: boolean,
): number {
  const { table } = solids
  let nearest = 1e9
  let owner = -1
  for (let entry = 0; entry < length; entry++) {
    const part = (list[entry] as number) * STRIDE
    const dx = x - (table[part + 2] as number)
    const dy = y - (table[part + 3] as number)
    const dz = z - (table[part + 4] as number)
    const shape = table[part] as number
    const a = table[part + 8] as number
    const b = table[part + 9] as number
    let distance: number
    if (shape === 1) {
      const lx = (table[part + 5] as number) - (table[part + 2] as number)
      const ly = (table[part + 6] as number) - (table[part + 3] as number)
      const lz = (table[part + 7] as number) - (table[part + 4] as number)
      const share = Math.max(0, Math.min(1, (dx * lx + dy * ly + dz * lz) / (lx * lx + ly * ly + lz * lz + 1e-9)))
      const ex = dx - lx * share
      const ey = dy - ly * share
      const ez = dz - lz * share
      distance = Math.sqrt(ex * ex + ey * ey + ez * ez) - (a + (b - a) * share)
    } else if (shape === 7) {
      distance = toTriangle(table, part, x, y, z)
    } else {
      const qx =
        (table[part + 12] as number) * dx + (table[part + 13] as number) * dy + (table[part + 14] as number) * dz
      const qy =
        (table[part + 15] as number) * dx + (table[part + 16] as number) * dy + (table[part + 17] as number) * dz
      const qz =
        (table[part + 18] as number) * dx + (table[part + 19] as number) * dy + (table[part + 20] as number) * dz
      const c = table[part + 10] as number
      const round = table[part + 11] as number
      if (shape === 0) {
        const ux = qx / a
        const uy = qy / b
        const uz = qz / c
        const outer = Math.sqrt(ux * ux + uy * uy + uz * uz)
        const vx = ux / a
        const vy = uy / b
        const vz = uz / c
        distance = (outer * (outer - 1)) / (Math.sqrt(vx * vx + vy * vy + vz * vz) + 1e-9)
      } else if (shape === 2) {
        const ex = Math.abs(qx) - a + round
        const ey = Math.abs(qy) - b + round
        const ez = Math.abs(qz) - c + round
        const ox = Math.max(ex, 0)
        const oy = Math.max(ey, 0)
        const oz = Math.max(ez, 0)
        distance = Math.sqrt(ox * ox + oy * oy + oz * oz) + Math.min(0, Math.max(ex, ey, ez)) - round
      } else if (shape === 5) {
        const around = Math.sqrt(qx * qx + qz * qz) - a
        distance = Math.sqrt(around * around + qy * qy) - b
      } else if (shape === 6) {
        const across = Math.sqrt(qx * qx + qz * qz)
        const rim = across - a
        distance = (qy > 0 ? Math.sqrt(rim * rim + qy * qy) : Math.abs(Math.sqrt(across * across + qy * qy) - a)) - b
      } else {
        // A tube is a cone that keeps its radius.
        const half = shape === 3 ? b : c
        const upper = shape === 3 ? a : b
        const share = Math.max(0, Math.min(1, (qy + half) / (2 * half)))
        const slope = (a - upper) / (2 * half)
        const across = (Math.sqrt(qx * qx + qz * qz) - (a + (upper - a) * share)) / Math.sqrt(1 + slope * slope)
        const along = Math.abs(qy) - half
        const ox = Math.max(across + round, 0)
        const oy = Math.max(along + round, 0)
        distance = Math.min(0, Math.max(across + round, along + round)) + Math.sqrt(ox * ox + oy * oy) - round
      }
    }
    const melt = table[part + 1] as number
    const isSame = owner === (table[part + 27] as number)
    if (isSame && melt > 0 && Math.abs(distance - nearest) < melt) {
      const overlap = (melt - Math.abs(distance - nearest)) / melt
      if (isSurface) {
        const share = distance < nearest ? 1 - overlap * 0.5 : overlap * 0.5
        noteSurface(table, part, list[entry] as number, share * share * (3 - 2 * share))
      }
      nearest = Math.min(distance, nearest) - overlap * overlap * melt * 0.25
    } else if (distance < nearest) {
      nearest = distance
      owner = table[part + 27] as number
      if (isSurface) noteSurface(table, part, list[entry] as number, 1)
    }
  }
  return nearest
}

/** Distance to a thin triangle (Quilez, "udTriangle"): to its nearest edge, or to its plane if the place is over it. */
function toTriangle(table: Float32Array, part: number, x: number, y: number, z: number): number {
  const n = (index: number) => table[part + index] as number
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = [n(2), n(3), n(4), n(5), n(6), n(7), n(8), n(9), n(10)] as const
  const nx = (by - ay) * (az - cz) - (bz - az) * (ay - cy)
  const ny = (bz - az) * (ax - cx) - (bx - ax) * (az - cz)
  const nz = (bx - ax) * (ay - cy) - (by - ay) * (ax - cx)
  const ab = edge(ax, ay, az, bx, by, bz, x, y, z, nx, ny, nz)
  const bc = edge(bx, by, bz, cx, cy, cz, x, y, z, nx, ny, nz)
  const ca = edge(cx, cy, cz, ax, ay, az, x, y, z, nx, ny, nz)
  const thick = n(11)
  if (ab < 0 || bc < 0 || ca < 0) return Math.sqrt(Math.min(Math.abs(ab), Math.abs(bc), Math.abs(ca))) - thick
  const up = nx * (x - ax) + ny * (y - ay) + nz * (z - az)
  return Math.abs(up) / Math.sqrt(nx * nx + ny * ny + nz * nz + 1e-12) - thick
}

/** Square of the distance to an edge; negative if the place is outside of it. */
function edge(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  const ex = bx - ax
  const ey = by - ay
  const ez = bz - az
  const px = x - ax
  const py = y - ay
  const pz = z - az
  const outside = (ey * nz - ez * ny) * px + (ez * nx - ex * nz) * py + (ex * ny - ey * nx) * pz
  const share = Math.max(0, Math.min(1, (ex * px + ey * py + ez * pz) / (ex * ex + ey * ey + ez * ez + 1e-12)))
  const dx = px - ex * share
  const dy = py - ey * share
  const dz = pz - ez * share
  const square = dx * dx + dy * dy + dz * dz + 1e-12
  return outside > 0 ? square : -square
}

function noteSurface(table: Float32Array, part: number, index: number, share: number): void {
  surface.red += ((table[part + COLOR] as number) - surface.red) * share
  surface.green += ((table[part + COLOR + 1] as number) - surface.green) * share
  surface.blue += ((table[part + COLOR + 2] as number) - surface.blue) * share
  surface.gloss += ((table[part + 24] as number) - surface.gloss) * share
  surface.glow += ((table[part + 25] as number) - surface.glow) * share
  if (share >= 0.5) {
    surface.pattern = table[part + 26] as number
    surface.part = index
  }
  surface.owner = table[part + 27] as number
}
