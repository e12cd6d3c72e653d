/** Returns a number from 0 to 1 (never 1) at each call. */
export type Random = () => number

/** FNV-1a over UTF-16 units with a final mixing (murmur3's finalizer): 0 to 2^32 - 1. */
export function hashText(text: string, start = 0x811c9dc5): number {
  let hash = start >>> 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

/** Mixes a number so that every bit of the result depends on every bit of `value`. */
export function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Small fast counter (sfc32). Its state is four words, and the same seed gives the same numbers on every machine. */
export function createRandom(seed: number): Random {
  let a = mix(seed)
  let b = mix(seed ^ 0x9e3779b9)
  let c = mix(seed ^ 0x243f6a88)
  let counter = 1
  const next = () => {
    const sum = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let run = 0; run < 12; run++) next()
  return next
}

/** Returns a separate stream for one part of a picture, so that the draws of other parts do not change it. */
export const branch = (seed: number, name: string): Random => createRandom(hashText(name, seed))

export const between = (random: Random, low: number, high: number) => low + (high - low) * random()
export const chance = (random: Random, share: number) => random() < share
export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T
}
