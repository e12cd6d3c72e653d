/** What the preview picture says; a text that is too long for its line is made to fit. */
export type PreviewCard = {
  /** WebP or JPEG, or `null`. */
  photo: Uint8Array | null
  /** `2817 Mariposa Glen Terrace, Unit 3` */
  street: string
  /** `Los Angeles, CA 90026` */
  place: string
  /** `$3,450 a month`, or `null` if unknown. */
  price: string | null
  facts: string[]
  /** `Book a private showing` */
  invitation: string
}

export type PreviewDrawer = {
  /**
   * A JPEG of 1200 × 630 px. Its letters do not depend on what is installed on the machine.
   * @param mark ASCII letters and digits that the file carries inside, see `isMarked`
   */
  draw(card: PreviewCard, mark: string): Promise<Uint8Array>
  isMarked(picture: Uint8Array, mark: string): boolean
}

/** Black on white, with its quiet zone. */
export type QrCodes = {
  /** @returns a PNG of `width` px on each side */
  png(text: string): Promise<Uint8Array>
  svg(text: string): Promise<string>
}

/** One sheet of paper for the window or the door of a home. */
export type Flyer = {
  kind: 'flyer'
  title: string
  /** WebP or JPEG, or `null`. */
  photo: Uint8Array | null
  street: string
  place: string
  price: string | null
  facts: string[]
  /** What to do with the code, its vector drawing, and the address for whoever types. */
  scan: { heading: string; text: string; svg: string; address: string }
  terms: { heading: string; text: string }[]
  /** Lists name, brokerage, phone and email, as far as known. */
  contact: string[]
  footer: string
  /** RFC 3339: when the home was changed last; the same home has the same bytes. */
  changedAt: string
}
