/** Farther than anything that stands. */
export const SKY_DEPTH = 1e6

/** What a pixel shows, for lines around things and for materials. Solids have numbers from FIRST_SOLID on. */
export const THING = { sky: 0, ground: 1, water: 2, plant: 3, wall: 4, flake: 5 } as const
export const FIRST_SOLID = 16

/**
 * A picture in the making, one entry per pixel in rows from the top: first what there is (color of the surface, where
 * it faces, how far it is, what it is), then, once it is lit, what is seen. Drawing first and lighting later is what
 * lets one scene be shown in every style.
 */
export type Frame = {
  /** In pixels, both ways. */
  size: number
  /** Linear: of the surface before lighting, of the light afterwards. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  /** In meters along the line of sight. */
  depth: Float32Array
  normalX: Float32Array
  normalY: Float32Array
  /** Negative: towards the viewer. */
  normalZ: Float32Array
  thing: Uint8Array
  /** Light of its own: the surface's color times this. */
  glow: Float32Array
  /** 0 dull to 1 a mirror-like highlight. */
  gloss: Float32Array
  /** How much of the sun reaches it. */
  lit: Float32Array
  /** How open it lies to the sky. */
  open: Float32Array
}

export function createFrame(size: number): Frame {
  const plane = () => new Float32Array(size * size)
  return {
    size,
    red: plane(),
    green: plane(),
    blue: plane(),
    depth: plane().fill(SKY_DEPTH),
    normalX: plane(),
    normalY: plane(),
    normalZ: plane().fill(-1),
    thing: new Uint8Array(size * size),
    glow: plane(),
    gloss: plane(),
    lit: plane().fill(1),
    open: plane().fill(1),
  }
}

/** Where the picture is taken from. The line of sight is level; the horizon is shifted instead, so that walls stay upright. */
export type Camera = {
  x: number
  y: number
  z: number
  /** Pixels for a meter at a distance of a meter. */
  focal: number
  /** The row of the horizon, in pixels from the top. */
  horizon: number
  /** The column straight ahead. */
  middle: number
}
