import type { Color } from '../canvas/color.ts'

export type Point = readonly [x: number, y: number, z: number]

/**
 * One simple body. `ball`: half axes. `limb`: a rounded stick from `at` with radius `size[0]` to `to` with radius
 * `size[1]`. `box`: half edges, rounded by `round`. `tube`: radius and half height. `cone`: radius below and above,
 * half height. `ring`: radius and thickness. `bowl`: half a hollow ball, radius and thickness. `sheet`: a triangle of
 * `at`, `to` and `size` (also a place), with half thickness `round`.
 */
export type Part = {
  shape: 'ball' | 'limb' | 'box' | 'tube' | 'cone' | 'ring' | 'bowl' | 'sheet'
  at: Point
  to: Point
  size: Point
  round: number
  /** Rows of the rotation from the model's axes to the part's. */
  turn: readonly number[]
  color: Color
  /** How far it melts into its neighbors, in meters. */
  melt: number
  gloss: number
  glow: number
  /** Pattern of its surface: 0 plain, 1 stripes, 2 spots, 3 wood, 4 panes of windows, 5 bricks, 6 fuzzy. */
  pattern: number
}

type Looks = Partial<Pick<Part, 'melt' | 'gloss' | 'glow' | 'pattern' | 'round'>> & { turn?: Point }

const DEGREE = Math.PI / 180

/** Builds the rows of a rotation about x, then y, then z, in degrees. They lead from outside into the part. */
function rowsOf([ax, ay, az]: Point): number[] {
  const [sx, cx, sy, cy, sz, cz] = [ax, ay, az].flatMap((angle) => [
    Math.sin(angle * DEGREE),
    Math.cos(angle * DEGREE),
  ]) as [number, number, number, number, number, number]
  return [
    cy * cz,
    cy * sz,
    -sy,
    sx * sy * cz - cx * sz,
    sx * sy * sz + cx * cz,
    sx * cy,
    cx * sy * cz + sx * sz,
    cx * sy * sz - sx * cz,
    cx * cy,
  ]
}
const UPRIGHT = rowsOf([0, 0, 0])

function part(shape: Part['shape'], at: Point, to: Point, size: Point, color: Color, looks: Looks = {}): Part {
  const { turn, ...rest } = looks
  return {
    shape,
    at,
    to,
    size,
    color,
    round: 0,
    melt: 0,
    gloss: 0.15,
    glow: 0,
    pattern: 0,
    ...rest,
    turn: turn ? rowsOf(turn) : UPRIGHT,
  }
}
export const ball = (at: Point, size: Point | number, color: Color, looks?: Looks) =>
  part('ball', at, at, typeof size === 'number' ? [size, size, size] : size, color, looks)
export const limb = (at: Point, to: Point, from: number, until: number, color: Color, looks?: Looks) =>
  part('limb', at, to, [from, until, 0], color, looks)
export const box = (at: Point, half: Point, color: Color, looks?: Looks) => part('box', at, at, half, color, looks)
export const tube = (at: Point, radius: number, half: number, color: Color, looks?: Looks) =>
  part('tube', at, at, [radius, half, 0], color, looks)
export const cone = (at: Point, below: number, above: number, half: number, color: Color, looks?: Looks) =>
  part('cone', at, at, [below, above, half], color, looks)
export const ring = (at: Point, radius: number, thick: number, color: Color, looks?: Looks) =>
  part('ring', at, at, [radius, thick, 0], color, looks)
export const bowl = (at: Point, radius: number, thick: number, color: Color, looks?: Looks) =>
  part('bowl', at, at, [radius, thick, 0], color, looks)

export const sheet = (a: Point, b: Point, c: Point, color: Color, looks?: Looks) =>
  part('sheet', a, b, c, color, { round: 0.02, ...looks })

/** Turns (degrees about x, y, z), scales and moves parts as one. */
export function placed(
  parts: readonly Part[],
  { at = [0, 0, 0], turn = [0, 0, 0], scale = 1 }: { at?: Point; turn?: Point; scale?: number },
): Part[] {
  const rows = rowsOf(turn)
  const r = (index: number) => rows[index] as number
  // The transposed rows lead from inside out.
  const out = ([x, y, z]: Point): Point => [
    at[0] + scale * (r(0) * x + r(3) * y + r(6) * z),
    at[1] + scale * (r(1) * x + r(4) * y + r(7) * z),
    at[2] + scale * (r(2) * x + r(5) * y + r(8) * z),
  ]
  return parts.map((one) => {
    const own = one.turn
    const turned = [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) =>
        [0, 1, 2].reduce((sum, k) => sum + (own[row * 3 + k] as number) * r(k * 3 + column), 0),
      ),
    )
    return {
      ...one,
      at: out(one.at),
      to: out(one.to),
      size: one.shape === 'sheet' ? out(one.size) : [one.size[0] * scale, one.size[1] * scale, one.size[2] * scale],
      round: one.round * scale,
      melt: one.melt * scale,
      turn: turned,
    }
  })
}

/** Returns a ball around the part. */
export function boundOf({ shape, at, to, size, round }: Part): { at: Point; radius: number } {
  if (shape === 'limb')
    return {
      at: [(at[0] + to[0]) / 2, (at[1] + to[1]) / 2, (at[2] + to[2]) / 2],
      radius: Math.hypot(at[0] - to[0], at[1] - to[1], at[2] - to[2]) / 2 + Math.max(size[0], size[1]),
    }
  const [a, b, c] = size
  if (shape === 'sheet') {
    const center: Point = [(at[0] + to[0] + a) / 3, (at[1] + to[1] + b) / 3, (at[2] + to[2] + c) / 3]
    const away = (point: Point) => Math.hypot(point[0] - center[0], point[1] - center[1], point[2] - center[2])
    return { at: center, radius: Math.max(away(at), away(to), away(size)) + round }
  }
  if (shape === 'ball') return { at, radius: Math.max(a, b, c) }
  if (shape === 'box') return { at, radius: Math.hypot(a, b, c) + round }
  if (shape === 'tube') return { at, radius: Math.hypot(a, b) + round }
  if (shape === 'cone') return { at, radius: Math.hypot(Math.max(a, b), c) + round }
  return { at, radius: a + b }
}

/** Returns how far a part reaches from its middle along each axis. */
function reachOf({ shape, size: [a, b, c], turn }: Part): Point {
  const half: Point =
    shape === 'tube'
      ? [a, b, a]
      : shape === 'cone'
        ? [Math.max(a, b), c, Math.max(a, b)]
        : shape === 'ring'
          ? [a + b, b, a + b]
          : shape === 'bowl'
            ? [a, a, a]
            : [a, b, c]
  const along = (axis: number) => {
    const parts = [0, 1, 2].map((row) => (turn[row * 3 + axis] as number) * (half[row] as number))
    return shape === 'ball' ? Math.hypot(...parts) : parts.reduce((sum, value) => sum + Math.abs(value), 0)
  }
  return [along(0), along(1), along(2)]
}

/** Returns the lowest and highest place, and the reach to the sides. */
export function extentOf(parts: readonly Part[]) {
  const extent = { low: 1e9, high: -1e9, left: 1e9, right: -1e9 }
  const add = (x: number, y: number, reachX: number, reachY: number) => {
    extent.low = Math.min(extent.low, y - reachY)
    extent.high = Math.max(extent.high, y + reachY)
    extent.left = Math.min(extent.left, x - reachX)
    extent.right = Math.max(extent.right, x + reachX)
  }
  for (const one of parts) {
    const { shape, at, to, size } = one
    if (shape === 'limb') {
      add(at[0], at[1], size[0], size[0])
      add(to[0], to[1], size[1], size[1])
    } else if (shape === 'sheet') for (const [x, y] of [at, to, size]) add(x, y, 0, 0)
    else {
      const reach = reachOf(one)
      add(at[0], at[1], reach[0], reach[1])
    }
  }
  return extent
}
