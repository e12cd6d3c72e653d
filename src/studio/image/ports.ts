import type { Filter } from './domain.ts'

/**
 * A file's metadata (XMP, and a PNG text with the parameters). It has no time and no ID, so that the same drawing has
 * the same bytes.
 */
export type ImageFacts = {
  source: 'algorithmicMedia' | 'trainedAlgorithmicMedia'
  /** Label for people, such as `Procedural artwork - drawn by code, not an AI model`. */
  label: string
  /** Every parameter by its name in the API. */
  params: Record<string, unknown>
}

export type Look = { filter: Filter; strength: number }

/**
 * The files that show a drawing. `name` is the end of a file name, such as `256.webp`. The PNG itself is `full.png`.
 */
export type Print = {
  files: { name: string; bytes: Uint8Array; contentType: string }[]
  /** Thumbhash in base64. */
  thumbhash: string
  /** SHA-256 of the PNG in hexadecimal. */
  sha256: string
}

/** A stored drawing, which is an sRGB PNG with its facts, in its own size and without a filter, and its first print. */
export type Developed = { original: Uint8Array; width: number; height: number; print: Print }

export type ImageProcessor = {
  /**
   * @param bytes an unchecked PNG, JPEG or WebP
   * @param plan.size side of the shown image in pixels; a larger original keeps its size
   * @throws VendorError if the bytes are not a readable picture, too large, not square, or smaller than the size
   */
  develop(bytes: Uint8Array, plan: { size: number; facts: ImageFacts; look: Look }): Promise<Developed>
  /**
   * @param original from `develop`. The same original, look, and facts give the same bytes. Strength 0 changes nothing
   */
  print(original: Uint8Array, plan: { size: number; facts: ImageFacts; look: Look }): Promise<Print>
  /** @param shown one of our PNGs @returns it at twice its size, resampled without new detail, as its metadata says */
  enlarge(shown: Uint8Array, facts: ImageFacts): Promise<Uint8Array>
  /**
   * @returns one WebP with the drawing through each filter in the order of the form, as squares of `side` pixels below
   * each other
   */
  sheet(original: Uint8Array, side: number): Promise<Uint8Array>
  close(): Promise<void>
}
