import { hash } from 'node:crypto'
import type { Database } from '../../platform/db/connect.ts'
import { hashedText, type Proof } from './chain-domain.ts'
import { listChain, listChainedProperties } from './repository.ts'

/** Verifies every chain of a database, or only those of some properties. */
export async function verifyChains(
  db: Database,
  properties?: string[],
): Promise<{ propertyId: string; result: Proof }[]> {
  const results = []
  for (const propertyId of properties ?? (await listChainedProperties(db)))
    results.push({ propertyId, result: await verifyChain(db, propertyId) })
  return results
}

/** The newest entry of a chain. `sequence` is 0 for an empty chain. */
export type Head = { sequence: number; hash: string }

export const verifyChain = async (db: Database, propertyId: string): Promise<Proof> =>
  (await walkChain(db, propertyId)).proof

/** Verifies a chain entry by entry. @param until the last entry to verify */
export async function walkChain(
  db: Database,
  propertyId: string,
  until = Number.POSITIVE_INFINITY,
): Promise<{ proof: Proof; head: Head }> {
  const head = { sequence: 0, hash: '' }
  for (;;) {
    const stretch = await listChain(db, propertyId, head.sequence, Math.min(STRETCH, until - head.sequence))
    for (const entry of stretch) {
      const isIntact =
        entry.sequence === head.sequence + 1 &&
        entry.previous_hash === head.hash &&
        entry.hash === sha256(hashedText(entry))
      if (!isIntact) return { proof: { valid: false, entries: head.sequence, brokenAt: entry.sequence }, head }
      head.sequence = entry.sequence
      head.hash = entry.hash
    }
    if (stretch.length < STRETCH) return { proof: { valid: true, entries: head.sequence }, head }
  }
}

/** We read this many entries at a time. */
const STRETCH = 1000

export const sha256 = (content: string | Uint8Array) => hash('sha256', content)
