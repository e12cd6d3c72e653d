import type { Filter } from './domain.ts'

/** What a file says of itself (XMP, IPTC and a PNG text of parameters). */
export type ImageFacts = {
  source: 'algorithmicMedia' | 'trainedAlgorithmicMedia'
  /** Such as `Procedural artwork - drawn by code, not an AI model`. */
  label: string
  /** Every parameter, by its name on the wire. */
  params: Record<string, unknown>
  createdAt: string
}

/** A drawing as it is kept: sRGB PNG with its facts, without a filter. */
export type Developed = { png: Uint8Array; width: number; height: number }

/** What is shown of a drawing. `name` is the end of a file's name, such as `256.webp`; the PNG itself is `full.png`. */
export type Print = {
  files: { name: string; bytes: Uint8Array; contentType: string }[]
  /** In base 64. */
  thumbhash: string
  /** Of the PNG, in hexadecimal. */
  sha256: string
}

export type Darkroom = {
  /** @throws VendorError when the bytes are no picture that can be read, too large, or not of the size asked for */
  develop(bytes: Uint8Array, facts: ImageFacts): Promise<Developed>
  /** @param look.strength 0 (as drawn) to 100; same drawing, filter and strength: same bytes */
  print(original: Uint8Array, look: { filter: Filter; strength: number; facts: ImageFacts }): Promise<Print>
}
