/** Farther than anything on the land. */
export const SKY_DEPTH = 1e6

/** The kind of thing that a pixel shows, for outlines and materials. Solids have numbers from FIRST_SOLID on. */
export const THING = { sky: 0, ground: 1, water: 2, plant: 3, wall: 4, flake: 5 } as const
export const FIRST_SOLID = 16

/**
 * A picture in progress, with one entry per pixel in rows from the top. First it contains surfaces (color, normal,
 * distance, and thing), and after lighting the visible light. Because lighting comes after drawing, every style can
 * show the same scene.
 */
export type Frame = {
  /** Side of the square in pixels. */
  size: number
  /** Linear color: of the surface before lighting, of the light afterward. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  /** Distance along the line of sight in meters. */
  depth: Float32Array
  normalX: Float32Array
  normalY: Float32Array
  /** Negative values face the viewer. */
  normalZ: Float32Array
  thing: Uint8Array
  /** Emitted light: the surface's color times this. */
  glow: Float32Array
  /** From 0 (dull) to 1 (a mirror-like highlight). */
  gloss: Float32Array
  /** How much of the sun reaches it. */
  lit: Float32Array
  /** How open it is to the sky. */
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

/**
 * The viewpoint of the picture. The line of sight is level. We shift the horizon instead of tilting the camera, so that
 * walls stay upright.
 */
export type Camera = {
  x: number
  y: number
  z: number
  /** Pixels per meter at a distance of one meter. */
  focal: number
  /** Row of the horizon, in pixels from the top. */
  horizon: number
  /** Column straight ahead, in pixels. */
  middle: number
}
