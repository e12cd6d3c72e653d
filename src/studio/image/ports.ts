import type { Filter } from './domain.ts'

/** What a file says of itself (XMP, and a PNG text of parameters). No time and no id: the same drawing has the same bytes. */
export type ImageFacts = {
  source: 'algorithmicMedia' | 'trainedAlgorithmicMedia'
  /** Such as `Procedural artwork - drawn by code, not an AI model`. */
  label: string
  /** Every parameter, by its name on the wire. */
  params: Record<string, unknown>
}

export type Look = { filter: Filter; strength: number }

/** What is shown of a drawing. `name` is the end of a file's name, such as `256.webp`; the PNG itself is `full.png`. */
export type Print = {
  files: { name: string; bytes: Uint8Array; contentType: string }[]
  /** In base 64. */
  thumbhash: string
  /** Of the PNG, in hexadecimal. */
  sha256: string
}

/** A drawing as it is kept: sRGB PNG with its facts, in its own size, without a filter; and its first print. */
export type Developed = { original: Uint8Array; width: number; height: number; print: Print }

export type ImageProcessor = {
  /**
   * @param bytes nobody has looked at yet: PNG, JPEG or WebP
   * @param plan.size both ways, in pixels, of what is shown; a larger original keeps its size
   * @throws VendorError when the bytes are no picture that can be read, too large, no square, or smaller than the size
   */
  develop(bytes: Uint8Array, plan: { size: number; facts: ImageFacts; look: Look }): Promise<Developed>
  /** @param original as `develop` made it; same original, look and facts: same bytes. Strength 0: as drawn */
  print(original: Uint8Array, plan: { size: number; facts: ImageFacts; look: Look }): Promise<Print>
  /** @param shown a PNG of ours @returns it at twice its size, resampled: no detail is added, which it says of itself */
  enlarge(shown: Uint8Array, facts: ImageFacts): Promise<Uint8Array>
  /** @returns one WebP: the drawing through each filter in the order of the form, squares of `side` pixels below each other */
  sheet(original: Uint8Array, side: number): Promise<Uint8Array>
  close(): Promise<void>
}
