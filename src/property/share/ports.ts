/** The texts of the preview picture. A text that is too long shrinks to fit its line. */
export type PreviewCard = {
  /** WebP or JPEG, or `null`. */
  photo: Uint8Array | null
  /** Such as `2817 Mariposa Glen Terrace, Unit 3`. */
  street: string
  /** Such as `Los Angeles, CA 90026`. */
  place: string
  /** Such as `$3,450 a month`. `null` if unknown. */
  price: string | null
  facts: string[]
  /** Such as `Book a private showing`. */
  invitation: string
}

export type PreviewDrawer = {
  /**
   * Draws a JPEG of 1200 × 630 px. Its letters do not depend on installed fonts.
   * @param mark ASCII letters and digits to store inside the file, see `isMarked`
   */
  draw(card: PreviewCard, mark: string): Promise<Uint8Array>
  isMarked(picture: Uint8Array, mark: string): boolean
}

/** Draws QR codes in black on white, with their quiet zone. */
export type QrCodes = {
  /** @returns a PNG of `width` px on each side */
  png(text: string): Promise<Uint8Array>
  svg(text: string): Promise<string>
}

/** One sheet of paper for the window or door of a property. */
export type Flyer = {
  kind: 'flyer'
  title: string
  /** WebP or JPEG, or `null`. */
  photo: Uint8Array | null
  street: string
  place: string
  price: string | null
  facts: string[]
  /** What to do with the code, the code as an SVG, and the URL to type. */
  scan: { heading: string; text: string; svg: string; address: string }
  terms: { heading: string; text: string }[]
  /** Name, brokerage, phone and email, as far as known. */
  contact: string[]
  footer: string
  /** When the property last changed (RFC 3339). The same property gives the same bytes. */
  changedAt: string
}
