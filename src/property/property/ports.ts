import type { PropertyForm } from './contract.ts'

/** Sample property of a new installation. */
export type Sample = {
  property: PropertyForm & { slug: string }
  /** Draws a PNG. It is slow, so call it only when needed. */
  drawPhoto(): Promise<Uint8Array>
}
