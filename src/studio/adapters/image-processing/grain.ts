/** Returns a number from 0 to 1 that depends only on position and seed. */
export function noiseAt(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967295
}

/**
 * Returns film grain: a number around 0 for each pixel, with standard deviation 1. The grain has clumps, as silver has.
 * @param size size of a clump in pixels
 */
export function grainOf(
  { width, height }: { width: number; height: number },
  { seed, size }: { seed: number; size: number },
) {
  const grain = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const fine = noiseAt(x, y, seed) + noiseAt(x, y, seed + 1) + noiseAt(x, y, seed + 2) - 1.5
      grain[i] = fine * 1.4 + smoothNoise(x / size, y / size, seed + 3) * 2
    }
  return grain
}

/** Returns smooth noise around 0, interpolated between the numbers at the four nearest integer positions. */
export function smoothNoise(x: number, y: number, seed: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const across = ease(x - left)
  const down = ease(y - top)
  const upper = noiseAt(left, top, seed) * (1 - across) + noiseAt(left + 1, top, seed) * across
  const lower = noiseAt(left, top + 1, seed) * (1 - across) + noiseAt(left + 1, top + 1, seed) * across
  return upper * (1 - down) + lower * down - 0.5
}

const ease = (t: number) => t * t * (3 - 2 * t)
