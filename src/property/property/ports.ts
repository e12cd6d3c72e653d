import type { PropertyForm } from './contract.ts'

/** A home to look at on a new installation. */
export type Sample = {
  property: PropertyForm & { slug: string }
  /** @returns a PNG; slow, so only when it is needed */
  drawPhoto(): Promise<Uint8Array>
}
