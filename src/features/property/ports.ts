import type { PropertyForm } from './contract.ts'

export type Rendition = { avif: Uint8Array; webp: Uint8Array }

/** Size in px of the large rendition; `thumbhash` in base 64, `placeholder` as a data URL. */
export type RenderedPhoto = {
  width: number
  height: number
  large: Rendition
  small: Rendition
  thumbhash: string
  placeholder: string
}

export type PhotoRenderer = {
  /** @throws DomainError wrong_type (not a JPEG, PNG or WebP that can be read), too_large (over 40 megapixels) */
  render(bytes: Uint8Array): Promise<RenderedPhoto>
}

/** A home to look at on a new installation. */
export type Sample = {
  property: PropertyForm & { slug: string }
  /** @returns a PNG; slow, so only when it is needed */
  drawPhoto(): Promise<Uint8Array>
}
